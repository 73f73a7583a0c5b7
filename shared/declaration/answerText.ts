/** `Yes` and `No` of a yes/no answer, whatever else it says as it is; null when it is unanswered. */
export function answerText(answer: string | null): string | null {
  if (answer === 'yes') return 'Yes';
  return answer === 'no' ? 'No' : answer;
}
