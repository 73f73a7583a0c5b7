import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Of Noto Sans, what a name may be written in (docs/decisions/25-pdf.md). `paper.typ` names them in the same order. */
const families = [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans-thai', 'NotoSansThai'],
  ['noto-sans-sc', 'NotoSansSC'],
  ['noto-sans-kr', 'NotoSansKR'],
] as const;

/** The folders of the fonts, each with one file: of every family the regular weight and the bold one. */
export const fontFolders = families.flatMap(([folder, name]) =>
  ['400Regular', '700Bold'].map((weight) =>
    path.dirname(resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
  ),
);
