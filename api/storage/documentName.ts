/** The name under which a customer or a member gets an order's document: "Travel declaration 100471.pdf". */
export function downloadNameOf(document: { orderId: string; file1: string }): string {
  return `Travel declaration ${document.orderId}.${document.file1.split('.').at(-1)}`;
}
