/**
 * A PDF that was not made. `busy`: too many wait, try again. `tooMuchWork`: it took more than it may. `ended`: its process
 * did meanwhile, maybe of this very work. `broken`: its template cannot be set with this data.
 */
export class PdfFailure extends Error {
  override name = 'PdfFailure';
  readonly outcome: 'busy' | 'tooMuchWork' | 'ended' | 'broken';

  constructor(outcome: PdfFailure['outcome'], reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}
