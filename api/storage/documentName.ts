/** The name under which a file of an order is kept by who gets it: "Travel declaration 100471.pdf". */
export function downloadNameOf(document: { orderId: string; file1: string }, what = 'Travel declaration'): string {
  return `${what} ${document.orderId}.${document.file1.split('.').at(-1)}`;
}
