"""The public interface of `import overheat`: units, shots, boards, battles and questions, in a few lines each."""
