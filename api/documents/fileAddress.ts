/** `{orderId}_{file1}`, as the address of a customer's document names it; what has no such form names no file. */
export function partsOf(name: string): [orderId: string, file1: string] {
  const parted = name.indexOf('_');
  return parted < 0 ? ['', ''] : [name.slice(0, parted), name.slice(parted + 1)];
}
