import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentOf, orderOf } from 'shared/testing/orders';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';
import { pdfFile, chooseFile, unfoldUpload, uploadForm, uploadSection } from '../testing/uploadForm.ts';

const folded = () => expect(screen.queryByRole('form', { name: 'Upload Document' })).toBeNull();

test('the header names the newest document and its time, or says that there is none', async () => {
  await openOrder(fakeDesk());
  expect(uploadSection()).toHaveTextContent('There is no document to send.');
  folded();
});

test('of several documents the newest is named, with its time', async () => {
  const older = documentOf({ file1: 'older.pdf', original_name: 'older.pdf' });
  await openOrder(fakeDesk({ order: orderOf({ uploadDoc: [documentOf(), older] }) }));
  expect(uploadSection()).toHaveTextContent('declaration.pdf 11-21-2026 5:21:38');
  expect(uploadSection()).not.toHaveTextContent('older.pdf');
  folded();
});

test.each([
  ['its button', unfoldUpload],
  ['the header’s button', () => userEvent.click(screen.getByRole('button', { name: 'Upload Document' }))],
  ['the key D', () => userEvent.keyboard('d')],
])('%s opens the form and focuses the file field', async (_what, open) => {
  await openOrder(fakeDesk({ order: orderOf({ assign_to: 'Tia Team' }) }));
  await open();
  expect(uploadForm().getByRole('button', { name: 'Document Choose a file' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  folded();
});

test('Esc closes the form, and the focus is never lost', async () => {
  await openOrder(fakeDesk());
  await userEvent.keyboard('d');
  await chooseFile(pdfFile());
  await userEvent.click(uploadForm().getByRole('button', { name: 'Remove' }));
  expect(uploadForm().getByRole('button', { name: 'Document Choose a file' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  folded();
  expect(screen.getByRole('button', { name: 'Upload a document' })).toHaveFocus();
});

test('unsent input keeps the form open', async () => {
  await openOrder(fakeDesk());
  await chooseFile(pdfFile());
  expect(uploadForm().getByText('declaration.pdf')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await userEvent.click(uploadForm().getByRole('button', { name: 'Remove' }));
  folded();
});

test('a chosen document is kept when the order is left, and a toast says so', async () => {
  const desk = fakeDesk();
  const { unmount } = await openOrder(desk);
  await chooseFile(pdfFile());
  unmount();
  await openOrder(desk);
  expect(await screen.findByText('declaration.pdf was not sent. It’s still selected on order 100471.')).toBeVisible();
  expect(uploadForm().getByText('declaration.pdf')).toBeVisible();
});

test('a file dragged over the page opens the form, which closes again when the file leaves', async () => {
  await openOrder(fakeDesk());
  drag('dragenter', document.body);
  expect(uploadForm().getByText('Drop the document anywhere')).toBeVisible();
  drag('dragleave', document.body, { relatedTarget: document.body });
  expect(uploadForm().getByText('Drop the document anywhere')).toBeVisible();
  drag('dragleave', document.body);
  folded();
});

test('a file dropped anywhere on the page is selected, and the browser does not open it', async () => {
  await openOrder(fakeDesk());
  const notPrevented = drag('drop', screen.getByRole('region', { name: 'Comment History' }), {}, pdfFile());
  expect(notPrevented).toBe(false);
  expect(await uploadForm().findByText('declaration.pdf')).toBeVisible();
});

test('text dragged over the page has no effect', async () => {
  await openOrder(fakeDesk());
  expect(drag('dragover', document.body, { types: ['text/plain'] })).toBe(true);
  folded();
});

interface Drag {
  relatedTarget?: Element;
  types?: string[];
}

/** Sends a drag event. Returns false if its default was prevented. */
function drag(kind: string, over: Element, { relatedTarget, types = ['Files'] }: Drag = {}, file?: File): boolean {
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true, relatedTarget });
  Object.assign(event, { dataTransfer: { types, files: file ? [file] : [] } });
  return fireEvent(over, event);
}
