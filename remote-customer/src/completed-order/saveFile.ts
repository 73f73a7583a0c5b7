/** Makes the browser download what is at an address of this origin. */
export function saveFile(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
