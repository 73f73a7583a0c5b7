/**
 * A PDF that was not made. `busy`: too many wait, try again. `tooMuchWork`: it took more than it may. `broken`: its template
 * cannot be set with this data, or the process ended.
 */
export class PdfFailure extends Error {
  override name = 'PdfFailure';
  readonly outcome: 'busy' | 'tooMuchWork' | 'broken';

  constructor(outcome: PdfFailure['outcome'], reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}
