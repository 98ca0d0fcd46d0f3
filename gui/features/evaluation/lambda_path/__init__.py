"""The λ path of the linear SVM."""
