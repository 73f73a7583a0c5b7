/** A newer version of the product has been here, and this one would spoil what it left: says so and what to do. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';

  constructor(place: string) {
    super(
      `${place} was made by a newer version of Arrival Desk. Nothing was touched. ` +
        'Start the newer version again, or restore a backup from before it.',
    );
  }
}
