/** A folder that a browser put before the name, and what no file name may have. */
const unwanted = /^.*[/\\]|[\p{Cc}\p{Cf}]/gsu;

/** The name under which somebody sent a file, fit to be kept and shown: no folder, nothing invisible, 200 characters. */
export function originalNameOf(given: string | undefined): string {
  const name = (given ?? '').replace(unwanted, '').trim();
  return [...name].slice(-200).join('') || 'document';
}

/** The name under which a customer or a member gets an order's document: "Travel declaration 100471.pdf". */
export function downloadNameOf(document: { orderId: string; file1: string }): string {
  return `Travel declaration ${document.orderId}.${document.file1.split('.').at(-1)}`;
}
