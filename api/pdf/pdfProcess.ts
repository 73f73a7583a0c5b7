/** The PDF process: renders templates, and ends with its parent. Limits: makePdf.ts. */
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { drawDocument } from './drawDocument.ts';
import type { RenderedPdf, PdfRequest } from './makePdf.ts';

yieldToLists();
// The compiler has no option to ignore system fonts, so this configuration hides them.
process.env.FONTCONFIG_FILE = path.join(import.meta.dirname, 'noSystemFonts.conf');

const { resolve } = createRequire(import.meta.url);

/** Noto Sans families for names (docs/decisions/25-pdf.md). `paper.typ` lists them in the same order. */
const families = [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans-thai', 'NotoSansThai'],
  ['noto-sans-sc', 'NotoSansSC'],
  ['noto-sans-kr', 'NotoSansKR'],
] as const;

const fontPaths = families.flatMap(([folder, name]) =>
  ['400Regular', '700Bold'].map((weight) =>
    path.dirname(resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
  ),
);

// Templates cannot read files outside of this folder.
const workspace = path.join(import.meta.dirname, '..');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });

process.on('message', (request: PdfRequest) => void make(request).then((made) => process.send!(made)));
process.on('disconnect', () => process.exit());

/** Lowers the priority, to keep order lists fast (docs/decisions/25-pdf.md). Must run first: threads inherit it. */
function yieldToLists(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every system permits a lower priority.
  }
}

async function make({ template, data, document }: PdfRequest): Promise<RenderedPdf> {
  try {
    const drawn = document && (await drawDocument(compiler, path.join(workspace, 'document'), document));
    const inputs = { data, ...(drawn && { document: JSON.stringify(drawn) }) };
    const compiled = compiler.compile({ mainFilePath: template, inputs });
    if (!compiled.result) return { fault: faultOf(compiled.takeDiagnostics()?.shortDiagnostics) };
    const [metadata = null] = compiler.query(compiled.result, { selector: '<told>', field: 'value' }) as unknown[];
    return { bytes: exported(compiled.result), metadata };
  } catch (error) {
    return { fault: (error as Error).message };
  } finally {
    // Otherwise the compiler would keep every text and document in memory.
    compiler.resetShadow();
    compiler.evictCache(0);
  }
}

/** PDF/UA-1 requires every glyph. If the fonts lack one, exports a tagged PDF with empty boxes instead. */
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
