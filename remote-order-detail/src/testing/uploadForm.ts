import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** The section, whether collapsed or not. */
export const uploadSection = () => screen.getByRole('region', { name: 'Upload Document' });
export const uploadForm = () => within(screen.getByRole('form', { name: 'Upload Document' }));
export const unfoldUpload = () => userEvent.click(screen.getByRole('button', { name: 'Upload a document' }));
export const sendUpload = () => userEvent.click(uploadForm().getByRole('button', { name: 'Upload and send' }));

/** Resolves once the file has been checked. */
export async function chooseFile(file: File) {
  await userEvent.upload(screen.getByTestId('document-picker'), file, { applyAccept: false });
  await screen.findByRole('button', { name: 'Remove' });
}

/** A file with a PDF's first and last bytes. */
export function pdfFile({ name = 'declaration.pdf', size = 2_048 } = {}): File {
  const ends = ['%PDF-1.7\n', '\n%%EOF\n'] as const;
  const between = new Uint8Array(size - ends.join('').length);
  return new File([ends[0], between, ends[1]], name, { type: 'application/pdf' });
}
