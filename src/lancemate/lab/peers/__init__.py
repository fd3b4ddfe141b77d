"""Other people's programs that the benchmark measures beside ours. Optional: `lancemate[bench]` installs them."""
