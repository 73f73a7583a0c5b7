import { Note } from '../layout/Note.tsx';
import { useOnline } from '../layout/useOnline.ts';
import type { DownloadState } from './useDownload.ts';
import { whereSaved } from './whereSaved.ts';

/**
 * What became of the download, and what to do next: said in the page, where it stays. Each has a key of its own: what
 * translates a page puts its own elements in place of texts, and React takes away only what it finds where it was.
 */
export function DownloadNote({ state }: { state: DownloadState }) {
  const isOnline = useOnline();
  if (state === 'none' || state === 'starting') return null;
  if (state === 'arrived') {
    return (
      <Note key="arrived" kind="success" role="status">
        <b>Your document is saved.</b> {whereSaved(navigator)} Open it once before you fly. If it does not open, press
        Download document again.
      </Note>
    );
  }
  if (!isOnline) {
    return (
      <Note key="offline" kind="warning" role="status">
        <b>The network is gone.</b> Your browser goes on with the download when it is back. If it does not, press
        Download document again.
      </Note>
    );
  }
  return (
    <Note key={state} kind="info" role="status">
      {state === 'arriving' ? (
        <>
          <b>Your document is being saved.</b> This page says when all of it has come. Should it stop, press Download
          document again. {whereSaved(navigator)}
        </>
      ) : (
        <>
          <b>Look whether your document is there.</b> {whereSaved(navigator)} If it is not, press Download document
          again.
        </>
      )}
    </Note>
  );
}
