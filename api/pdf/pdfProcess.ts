/** The process in which PDFs are made: reads a template and its data, answers the bytes, and ends with the process that started it. */
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { drawDocument } from './drawDocument.ts';
import type { MadePdf, PdfRequest } from './makePdf.ts';

yieldToLists();
// The compiler has no option to ignore the system's fonts, and finds them by fontconfig's file.
process.env.FONTCONFIG_FILE = path.join(import.meta.dirname, 'noSystemFonts.conf');

const { resolve } = createRequire(import.meta.url);

/** Of Noto Sans, the families that a name may need (docs/decisions/25-pdf.md). `paper.typ` names them in the same order. */
const families = [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans-thai', 'NotoSansThai'],
  ['noto-sans-sc', 'NotoSansSC'],
  ['noto-sans-kr', 'NotoSansKR'],
] as const;

/** The folders of each family's regular and bold weight. */
const fontPaths = families.flatMap(([folder, name]) =>
  ['400Regular', '700Bold'].map((weight) =>
    path.dirname(resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
  ),
);

// Templates import each other by paths from here, and can read nothing outside.
const workspace = path.join(import.meta.dirname, '..');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });

process.on('message', (request: PdfRequest) => void make(request).then((made) => process.send!(made)));
process.on('disconnect', () => process.exit());

/**
 * Whoever waits for a list of orders goes first: docs/decisions/25-pdf.md. Before there are other threads, which take it over.
 * Where it is not permitted, or there is nothing to be lowered, PDFs are made all the same.
 */
function yieldToLists(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // As it was.
  }
}

async function make({ template, data, document }: PdfRequest): Promise<MadePdf> {
  try {
    const drawn = document && (await drawDocument(compiler, path.join(workspace, 'document'), document));
    const inputs = { data, ...(drawn && { document: JSON.stringify(drawn) }) };
    const compiled = compiler.compile({ mainFilePath: template, inputs });
    if (!compiled.result) return { fault: faultOf(compiled.takeDiagnostics()?.shortDiagnostics) };
    const [told = null] = compiler.query(compiled.result, { selector: '<told>', field: 'value' }) as unknown[];
    return { bytes: exported(compiled.result), told };
  } catch (error) {
    return { fault: (error as Error).message };
  } finally {
    // Else it keeps every text that it ever set, and every document.
    compiler.resetShadow();
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
