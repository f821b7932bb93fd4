// Writes the two OpenFst files of a Vosk graph, which no Debian tool can write.
//   openfst lookahead HCLr.fst relabel.txt < text    an olabel_lookahead FST and its relabelling
//   openfst const Gr.fst                   < text    a const FST, sorted by input label
// The text is OpenFst's own: "from to input output cost" per arc, "state cost" per
// final state, the first state named is the start.
#include <fst/fstlib.h>
#include <fst/matcher-fst.h>

#include <iostream>
#include <sstream>
#include <string>

DECLARE_string(save_relabel_opairs);

static void grow(fst::StdVectorFst *out, int state) {
  while (out->NumStates() <= state) out->AddState();
  if (out->Start() < 0) out->SetStart(state);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  fst::StdVectorFst graph;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream fields(line);
    std::vector<double> v;
    for (double x; fields >> x;) v.push_back(x);
    if (v.size() == 2) {
      grow(&graph, v[0]);
      graph.SetFinal(v[0], v[1]);
    } else if (v.size() == 5) {
      grow(&graph, v[0]);
      grow(&graph, v[1]);
      graph.AddArc(v[0], fst::StdArc(v[2], v[3], v[4], v[1]));
    } else {
      std::cerr << "neither an arc nor a final state: " << line << "\n";
      return 1;
    }
  }
  if (std::string(argv[1]) == "const") {
    fst::ArcSort(&graph, fst::ILabelCompare<fst::StdArc>());
    return fst::StdConstFst(graph).Write(argv[2]) ? 0 : 1;
  }
  fst::ArcSort(&graph, fst::OLabelCompare<fst::StdArc>());
  FLAGS_save_relabel_opairs = argv[3];
  return fst::StdOLabelLookAheadFst(graph).Write(argv[2]) ? 0 : 1;
}
