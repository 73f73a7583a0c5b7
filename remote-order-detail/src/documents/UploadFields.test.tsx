import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentCalls } from 'shared/api/documentCalls';
import { documentOf, orderOf } from 'shared/testing/orders';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';
import { pdfFile, chooseFile, sendUpload, uploadForm } from '../testing/uploadForm.ts';

const upload = documentCalls.upload;

/** jsdom has no pdfViewerEnabled. */
function navigatorHasViewer(pdfViewerEnabled: boolean) {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: pdfViewerEnabled });
}

const judged = async (file: File) => {
  const desk = fakeDesk({ order: orderOf({ upload_limit_mb: 1 }) });
  await openOrder(desk);
  await chooseFile(file);
  return desk;
};

test.each([
  ['an empty file', new File([], 'empty.pdf'), 'This file is empty. Choose a PDF or an image.'],
  [
    'a zip named as a PDF',
    new File(['PK\x03\x04'], 'scan.pdf'),
    'This file says it is a PDF but is not. Choose a PDF or an image.',
  ],
  ['a text', new File(['hello'], 'notes.txt'), 'TXT files are not accepted. Choose a PDF, JPEG, PNG, WebP or HEIC.'],
  [
    'a PDF without its end',
    new File(['%PDF-1.7\n'], 'cut.pdf'),
    'This PDF is incomplete. Save it again, then choose it again.',
  ],
  ['a file over the limit', pdfFile({ size: 1_500_000 }), '1.4 MB is too large. The limit is 1 MB.'],
])('%s shows its error at once, and is not sent', async (_what, file, text) => {
  const desk = await judged(file);
  expect(uploadForm().getByText(text)).toBeVisible();
  await sendUpload();
  expect(uploadForm().getByText(text)).toBeVisible();
  expect(desk.to(upload)).toEqual([]);
});

test('the error leaves with its file', async () => {
  await judged(new File(['hello'], 'notes.txt'));
  await chooseFile(pdfFile());
  await waitFor(() => expect(screen.queryByText(/not taken/)).toBeNull());
});

test('a file that no longer exists says so', async () => {
  const gone = pdfFile();
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as never;
  await judged(gone);
  expect(uploadForm().getByText('This file cannot be read. It may have been moved. Choose it again.')).toBeVisible();
});

test('a hostile name is shown without characters that reverse it', async () => {
  await judged(pdfFile({ name: 'a\u202efdp.exe' }));
  expect(uploadForm().getByText('afdp.exe')).toBeVisible();
});

describe('a preview in the page', () => {
  beforeEach(() => {
    URL.createObjectURL = (file) => `blob:${(file as Blob).type}`;
    URL.revokeObjectURL = () => {};
    navigatorHasViewer(true);
  });

  test('fetches a stored PDF once with its grant and shows it in a frame; another press closes it', async () => {
    const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf({ grant: 'signed grant' })] }) });
    desk.onFile('/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf', () => new Response());
    await openOrder(desk);
    const button = screen.getByRole('button', { name: 'Preview declaration.pdf' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    const address = '/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf?grant=signed%20grant&inline=1';
    expect(await screen.findByTitle('Preview of declaration.pdf')).toHaveAttribute('src', 'blob:application/pdf');
    expect(desk.askedFiles).toEqual(['GET /uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf']);
    expect(screen.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', address);
    await userEvent.click(button);
    expect(screen.queryByTitle('Preview of declaration.pdf')).toBeNull();
  });

  test('offers the download without a PDF viewer, before and after sending', async () => {
    navigatorHasViewer(false);
    const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf({ grant: 'signed grant' })] }) });
    desk.onFile('/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf', () => new Response());
    await openOrder(desk);
    const address = '/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf?grant=signed%20grant';
    expect(screen.getByTitle('declaration.pdf')).toHaveAttribute('href', address);
    await userEvent.click(screen.getByRole('button', { name: 'Preview declaration.pdf' }));
    const stored = within(await screen.findByRole('group', { name: 'Preview of declaration.pdf' }));
    expect(stored.getByText('This browser can’t preview this file.')).toBeVisible();
    expect(desk.askedFiles).toEqual(['HEAD /uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf']);
    const download = stored.getByRole('link', { name: 'Download' });
    expect(download).toHaveAttribute('href', `${address}&inline=1`);
    expect(download).toHaveAttribute('download', 'declaration.pdf');

    await chooseFile(new File([pdfFile()], 'page.html', { type: 'text/html' }));
    await userEvent.click(uploadForm().getByRole('button', { name: 'Preview' }));
    const preview = within(screen.getByRole('group', { name: 'Preview of page.html' }));
    const chosen = preview.getByRole('link', { name: 'Download' });
    expect(chosen).toHaveAttribute('href', 'blob:application/pdf');
    expect(chosen).toHaveAttribute('download', 'page.html');
    expect(document.querySelector('iframe')).toBeNull();
  });

  test('says that a stored file failed to load', async () => {
    const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf()] }) });
    desk.onFile('/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf', () => new Response(null, { status: 401 }));
    await openOrder(desk);
    await userEvent.click(screen.getByRole('button', { name: 'Preview declaration.pdf' }));
    expect(await screen.findByText('This file could not be loaded. Close its preview and try again.')).toBeVisible();
    expect(screen.queryByTitle('Preview of declaration.pdf')).toBeNull();
  });

  test('says that the browser cannot show an image, and opens it elsewhere', async () => {
    const uploadDoc = [documentOf({ file1: 'a.heic', original_name: 'a.heic', content_type: 'image/heic' })];
    const desk = fakeDesk({ order: orderOf({ uploadDoc }) });
    desk.onFile('/uploads/visaDocs/a.heic', () => new Response());
    await openOrder(desk);
    await userEvent.click(screen.getByRole('button', { name: 'Preview a.heic' }));
    fireEvent.error(await screen.findByRole('img', { name: 'Preview of a.heic' }));
    expect(screen.getByText('This browser can’t preview this file.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  });

  test('shows a chosen file before it is sent, by the type of its bytes', async () => {
    await openOrder(fakeDesk());
    await chooseFile(new File([pdfFile()], 'page.html', { type: 'text/html' }));
    await userEvent.click(uploadForm().getByRole('button', { name: 'Preview' }));
    expect(uploadForm().getByTitle('Preview of page.html')).toHaveAttribute('src', 'blob:application/pdf');
  });
});
