/** 'Yes' or 'No' for a yes/no answer, other text unchanged; null if unanswered. */
export function answerText(answer: string | null): string | null {
  if (answer === 'yes') return 'Yes';
  return answer === 'no' ? 'No' : answer;
}

/** `commercial_cargo` → 'Commercial cargo', `nz_defence` → 'NZ defence'. */
export function valueLabel(value: string): string {
  const words = value.replace(/_/g, ' ').replace(/^nz\b/, 'NZ');
  return words.charAt(0).toLocaleUpperCase('en') + words.slice(1);
}
