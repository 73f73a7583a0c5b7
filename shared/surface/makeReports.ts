import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { surfaces, type Surface } from './surfaces.ts';

const shared = path.resolve(import.meta.dirname, '..');
const root = path.dirname(shared);
const work = path.join(root, '.build/surface');
const reports = path.join(work, 'reports');

/** What desk and kit export now: a report for each, its version in the first line. */
export function makeReports(): Map<Surface, string> {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  emitTypes();
  return new Map(surfaces.map((surface) => [surface, `${surface.name} ${surface.version}\n\n${extract(surface)}`]));
}

/** The declarations of all that the surfaces reach, as API Extractor wants them. */
function emitTypes() {
  const config = path.join(work, 'tsconfig.json');
  const types = path.join(work, 'types');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    // `npm run types` checks.
    noCheck: true,
    types: [],
    rootDir: shared,
    outDir: types,
  };
  const files = surfaces.map(({ entry }) => path.join(shared, `${entry}.ts`));
  files.push(path.join(root, 'types/cssModules.d.ts'));
  writeFileSync(
    config,
    JSON.stringify({ extends: '../../tsconfig.browser.json', compilerOptions, files, include: [] }),
  );
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
}

function extract({ name, entry, report }: Surface): string {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: work,
      mainEntryPointFilePath: path.join(work, 'types', `${entry}.d.ts`),
      compiler: { overrideTsconfig: extractorTsconfig },
      apiReport: {
        enabled: true,
        // What an exported function takes and gives is part of the surface, exported or not.
        includeForgottenExports: true,
        reportFileName: path.basename(report),
        reportFolder: reports,
        reportTempFolder: path.join(work, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(shared, 'package.json'),
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    showVerboseMessages: false,
    messageCallback: (message) => {
      // A report that is new here is not worth a word.
      if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
    },
  });
  if (!succeeded) throw new Error(`The surface of ${name} could not be read`);
  return readFileSync(path.join(reports, path.basename(report)), 'utf8').replace(
    /^## API Report[\s\S]*?\n(?=```ts)/,
    '',
  );
}

const extractorTsconfig = {
  compilerOptions: {
    target: 'es2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['types/**/*.d.ts'],
};
