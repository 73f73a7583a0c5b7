/** The process in which PDFs are made: reads a template and its data, answers the bytes, and ends with whoever began it. */
import path from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { fontFolders } from './fontFolders.ts';
import type { MadePdf, PdfRequest } from './PdfMaker.ts';

const compiler = NodeCompiler.create({
  // Templates import each other by paths from here, and can read nothing outside.
  workspace: path.join(import.meta.dirname, '..'),
  fontArgs: [{ fontPaths: fontFolders }],
});

process.on('message', (request: PdfRequest) => process.send!(make(request)));
process.on('disconnect', () => process.exit());

function make({ template, data }: PdfRequest): MadePdf {
  try {
    const compiled = compiler.compile({ mainFilePath: template, inputs: { data } });
    if (!compiled.result) return { fault: faultOf(compiled.takeDiagnostics()?.shortDiagnostics) };
    return { bytes: exported(compiled.result) };
  } catch (error) {
    return { fault: (error as Error).message };
  } finally {
    // Else it keeps every text that it ever set.
    compiler.evictCache(0);
  }
}

/**
 * As PDF/UA-1, which wants every letter to be there. A letter of a script that no font here has stands as an empty box, and
 * the PDF is then a tagged one of no standard: better than none.
 */
function exported(document: NodeTypstDocument): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1' });
  } catch (error) {
    if (!(error as Error).message.includes('could not be displayed with font')) throw error;
    return compiler.pdf(document);
  }
}

const faultOf = (diagnostics: { message?: string }[] = []) =>
  diagnostics.map(({ message }) => message).join('; ') || 'The template could not be read';
