/** How many orders of a member go back, said before it is done (rules 14.27). */
export function GoingBack({ orders }: { orders: number }) {
  if (orders === 0) return 'They have no unfinished orders.';
  if (orders === 1) {
    return (
      <>
        <b>1 unfinished order</b> goes back to its folder for others to take.
      </>
    );
  }
  return (
    <>
      <b>{orders.toLocaleString('en-US')} unfinished orders</b> go back to their folders for others to take.
    </>
  );
}
