"""Log-mel features exactly as Vosk computes them from conf/fbank.conf, without dither."""

import kaldi_native_fbank as knf
import numpy as np

CONF = """--window-type=povey
--sample-frequency=16000
--num-mel-bins=40
--low-freq=40
--high-freq=-400
--dither=1
--use-energy=false
"""


def options():
    opts = knf.FbankOptions()
    frame, mel = opts.frame_opts, opts.mel_opts
    frame.samp_freq, frame.dither, frame.window_type, frame.snip_edges = 16000, 0, "povey", True
    frame.preemph_coeff, frame.remove_dc_offset = 0.97, True
    frame.frame_length_ms, frame.frame_shift_ms = 25, 10
    mel.num_bins, mel.low_freq, mel.high_freq = 40, 40, -400
    opts.use_energy, opts.use_log_fbank, opts.use_power = False, True, True
    return opts


def fbank(samples):
    """16 kHz samples on the int16 scale to [frames, 40] log energies."""
    computer = knf.OnlineFbank(options())
    computer.accept_waveform(16000, np.ascontiguousarray(samples, dtype=np.float32))
    computer.input_finished()
    return np.stack([computer.get_frame(i) for i in range(computer.num_frames_ready)])
