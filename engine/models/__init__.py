"""What a trained model is: whatever gives scores, linear ones and their votes."""
