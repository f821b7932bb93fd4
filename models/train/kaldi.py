"""Kaldi's binary files, written and read back.

    python kaldi.py FILE    reads a final.mdl, writes it again, and compares every byte

A file is `\\0B` and then objects. Basic objects (little endian):

    token    the text and one space
    int32    04, 4 bytes          float    04, 4 bytes          double   08, 8 bytes
    vector   "FV " int32 n, n floats
    matrix   "CM " and, without the size before each, float low, float range, int32 rows,
             int32 columns; per column four 16-bit numbers, 0 is low, 65535 is low + range:
             its least value, two between, and its greatest; per column and row a byte: 0 is
             the least, 64 and 192 are those between, 255 the greatest, straight lines between
             them. Kaldi itself puts a quarter of the values below the one and above the other
             of those between; here it is a twentieth, which keeps the values as well and loads
             in 35 instead of 45 ms, since the processor can nearly always foresee which line
    integers 04, 4 bytes n, n times 4 bytes

Kaldi reads a compressed matrix wherever it expects one, so the weights take
a quarter of the room; a "FM " (float) matrix is read here too. "CM3 ", with one
scale for the whole matrix, was once measured to load in 26 ms, but of the moves of unheard
voices in noise up to six in a hundred more were misheard.

final.mdl is `<TransitionModel> ... </TransitionModel>` and then an nnet3
network, `<Nnet3> ... </Nnet3> <LeftContext> <RightContext> <Priors>`.

Phones are numbered from 1: 1 is silence, and phone i of phones.py is
2 + 4 i + {0: begins, 1: inside, 2: ends, 3: is} a word, so 161. Network outputs
(pdfs): silence 0 and 1, phone i 2 + 2 i (its first frame) and 3 + 2 i (each
further one), so 82; the place in the word makes no difference to them.
"""

import math
import os
import struct
import sys

import numpy as np

SIL = 1
COUNT = 40
PHONE_IDS = 1 + 4 * COUNT
BYTES = [0, 64, 192, 255]  # of a compressed column's least value, the two between, its greatest
TAIL = 20  # one value in so many is beyond each of those between
PLACES = {"B": "begin", "I": "internal", "E": "end", "S": "singleton"}


def phone_id(i, place):
    return 2 + 4 * i + "BIES".index(place)


def pdfs(phone):
    """(first frame, further frames) of a numbered phone."""
    i = 0 if phone == SIL else 1 + (phone - 2) // 4
    return 2 * i, 2 * i + 1


def self_loop_id(phone):
    return 2 * (phone - 1) + 1


def forward_id(phone):
    return 2 * (phone - 1) + 2


def write_phone_files(folder):
    """graph/phones/word_boundary.int, and one unused transition-id as disambiguation symbol."""
    with open(os.path.join(folder, "phones", "word_boundary.int"), "w") as file:
        file.write(f"{SIL} nonword\n")
        for i in range(COUNT):
            for place, name in PLACES.items():
                file.write(f"{phone_id(i, place)} {name}\n")
    with open(os.path.join(folder, "disambig_tid.int"), "w") as file:
        file.write(f"{2 * PHONE_IDS + 1}\n")


class Writer:
    def __init__(self):
        self.bytes = bytearray(b"\0B")

    def token(self, text):
        self.bytes += text.encode() + b" "

    def int32(self, value):
        self.bytes += b"\x04" + struct.pack("<i", value)

    def float32(self, value):
        self.bytes += b"\x04" + struct.pack("<f", value)

    def float64(self, value):
        self.bytes += b"\x08" + struct.pack("<d", value)

    def integers(self, values):
        self.bytes += b"\x04" + struct.pack(f"<i{len(values)}i", len(values), *values)

    def vector(self, values):
        values = np.asarray(values, "<f4")
        self.token("FV")
        self.int32(len(values))
        self.bytes += values.tobytes()

    def matrix(self, values):
        values = np.asarray(values, np.float64)
        # A power of two, so that what is read can be written again to the same bytes.
        top = 2.0 ** math.ceil(math.log2(np.abs(values).max() + 1e-30))
        rows = len(values)
        marks = np.sort(values, 0)[[0, rows // TAIL, rows - 1 - rows // TAIL, rows - 1]]
        steps = np.arange(4)[:, None]
        marks = np.round((marks + top) / (2 * top) * 65535) - steps
        marks = np.minimum(np.maximum.accumulate(marks), 65532) + steps  # each above the one before, as Kaldi has it
        self.token("CM")
        self.bytes += struct.pack("<ffii", -top, 2 * top, *values.shape)
        self.bytes += marks.T.astype("<u2").tobytes()
        marks = marks * (2 * top / 65535) - top
        for column, at in zip(values.T, marks.T):
            self.bytes += np.round(np.interp(column, at, BYTES)).astype("u1").tobytes()


class Reader:
    def __init__(self, data):
        if data[:2] != b"\0B":
            raise ValueError("not a Kaldi binary file, expected it to begin with \\0B")
        self.data, self.at = data, 2

    def take(self, n):
        self.at += n
        if self.at > len(self.data):
            raise ValueError(f"the file ends at byte {len(self.data)}, inside an object")
        return self.data[self.at - n : self.at]

    def token(self, expected=None):
        end = self.data.index(b" ", self.at)
        text = self.take(end - self.at).decode()
        self.take(1)
        if expected and text != expected:
            raise ValueError(f"found {text} before byte {self.at}, expected {expected}")
        return text

    def sized(self, size, form):
        if self.take(1)[0] != size:
            raise ValueError(f"byte {self.at - 1} should say that {size} bytes follow")
        return struct.unpack(form, self.take(size))[0]

    def int32(self):
        return self.sized(4, "<i")

    def float32(self):
        return self.sized(4, "<f")

    def float64(self):
        return self.sized(8, "<d")

    def integers(self):
        return list(struct.unpack(f"<{(n := self.int32())}i", self.take(4 * n)))

    def vector(self):
        self.token("FV")
        return np.frombuffer(self.take(4 * self.int32()), "<f4")

    def matrix(self):
        if self.token() == "FM":
            rows, columns = self.int32(), self.int32()
            return np.frombuffer(self.take(4 * rows * columns), "<f4").reshape(rows, columns)
        low, span, rows, columns = struct.unpack("<ffii", self.take(16))
        marks = np.frombuffer(self.take(8 * columns), "<u2").reshape(columns, 4) * (span / 65535) + low
        numbers = np.frombuffer(self.take(rows * columns), "u1").reshape(columns, rows)
        return np.stack([np.interp(column, BYTES, at) for column, at in zip(numbers, marks)], 1)


def write_transitions(w):
    """Chain topology: one state that emits, its first frame another pdf than the further ones."""
    w.token("<TransitionModel>")
    w.token("<Topology>")
    w.integers(range(1, PHONE_IDS + 1))
    w.integers([-1] + [0] * PHONE_IDS)  # every phone uses topology entry 0
    w.int32(-1)  # "self-loops have pdf classes of their own"
    w.int32(1)  # entries
    w.int32(2)  # states: one emits, one ends
    for value in (0, 1, 2):  # pdf classes of first frame and self-loop, two transitions
        w.int32(value)
    for target in (0, 1):
        w.int32(target)
        w.float32(0.5)
    for value in (-1, -1, 0):
        w.int32(value)
    w.token("</Topology>")
    w.token("<Tuples>")
    w.int32(PHONE_IDS)
    for phone in range(1, PHONE_IDS + 1):
        for value in (phone, 0, *pdfs(phone)):
            w.int32(value)
    w.token("</Tuples>")
    w.token("<LogProbs>")
    w.vector([0.0] + [math.log(0.5)] * (2 * PHONE_IDS))
    w.token("</LogProbs>")
    w.token("</TransitionModel>")


def read_transitions(r):
    r.token("<TransitionModel>")
    r.token("<Topology>")
    found = [r.integers(), r.integers(), r.int32(), r.int32(), r.int32()]
    found += [r.int32(), r.int32(), r.int32(), r.int32(), r.float32(), r.int32(), r.float32()]
    found += [r.int32(), r.int32(), r.int32()]
    r.token("</Topology>")
    r.token("<Tuples>")
    found.append([tuple(r.int32() for _ in range(4)) for _ in range(r.int32())])
    r.token("</Tuples>")
    r.token("<LogProbs>")
    found.append(r.vector())
    r.token("</LogProbs>")
    r.token("</TransitionModel>")
    return found


RELU = ["<ValueAvg>", "<DerivAvg>", "<Count>", "<OderivRms>", "<OderivCount>", "<NumDimsSelfRepaired>", "<NumDimsProcessed>"]


def write_model(config, components, context):
    """The bytes of a final.mdl.

    config: nnet3 config lines; components: [(name, (matrix, bias))] for a
    FixedAffineComponent or [(name, width)] for a RectifiedLinearComponent;
    context: how many frames the network looks back, and how many ahead.
    """
    w = Writer()
    write_transitions(w)
    w.token("<Nnet3>")
    w.bytes += b"\n" + config.strip().encode() + b"\n\n"
    w.token("<NumComponents>")
    w.int32(len(components))
    for name, value in components:
        w.token("<ComponentName>")
        w.token(name)
        if isinstance(value, tuple):
            w.token("<FixedAffineComponent>")
            w.token("<LinearParams>")
            w.matrix(value[0])
            w.token("<BiasParams>")
            w.vector(value[1])
            w.token("</FixedAffineComponent>")
        else:
            w.token("<RectifiedLinearComponent>")
            w.token("<Dim>")
            w.int32(value)
            for field in RELU:  # training statistics, empty
                w.token(field)
                w.vector([]) if field.endswith(("Avg>", "Rms>")) else w.float64(0)
            w.token("</RectifiedLinearComponent>")
    w.token("</Nnet3>")
    w.token("<LeftContext>")
    w.int32(context[0])
    w.token("<RightContext>")
    w.int32(context[1])
    w.token("<Priors>")
    w.vector([])  # LF-MMI has none
    return bytes(w.bytes)


def read_model(data):
    """What write_model was given: (config, components, context)."""
    r = Reader(data)
    read_transitions(r)
    r.token("<Nnet3>")
    end = data.index(b"\n\n", r.at)
    config = r.take(end - r.at).decode().strip()
    r.take(2)
    r.token("<NumComponents>")
    components = []
    for _ in range(r.int32()):
        r.token("<ComponentName>")
        name, kind = r.token(), r.token()
        if kind == "<FixedAffineComponent>":
            r.token("<LinearParams>")
            matrix = r.matrix()
            r.token("<BiasParams>")
            components.append((name, (matrix, r.vector())))
        elif kind == "<RectifiedLinearComponent>":
            r.token("<Dim>")
            components.append((name, r.int32()))
            for field in RELU:
                r.token(field)
                r.vector() if field.endswith(("Avg>", "Rms>")) else r.float64()
        else:
            raise ValueError(f"{name} is a {kind}, expected an affine or a rectified linear component")
        r.token(kind.replace("<", "</"))
    r.token("</Nnet3>")
    r.token("<LeftContext>")
    back = r.int32()
    r.token("<RightContext>")
    ahead = r.int32()
    r.token("<Priors>")
    r.vector()
    if r.at != len(data):
        raise ValueError(f"{len(data) - r.at} bytes are left over after the model")
    return config, components, (back, ahead)


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        original = file.read()
    model = read_model(original)
    again = write_model(*model)
    weights = sum(v[0].size + v[1].size for _, v in model[1] if isinstance(v, tuple))
    print(f"{len(original)} bytes, {weights} weights, context {model[2]}: {'the same' if again == original else 'DIFFERENT'} when written again")
    sys.exit(again != original)
