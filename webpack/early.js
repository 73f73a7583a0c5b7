const { createHash } = require('node:crypto');
const path = require('node:path');
const { transformFileSync } = require('@swc/core');
const { sources } = require('webpack');
const { permissions } = require('../shared/rules/permissions.ts');
const { kit, kitFile } = require('./sharedModules.js');

const root = path.resolve(__dirname, '..');

/** Emits an app's first script and returns its URL. As an entry, the script would contain the federation's runtime. */
function earlyScript(compilation) {
  const source = path.join(compilation.compiler.context, 'src/early.ts');
  compilation.fileDependencies.add(source);
  const jsc = { target: 'es2022', parser: { syntax: 'typescript' }, minify: { compress: true, mangle: true } };
  const { code } = transformFileSync(source, { isModule: false, swcrc: false, minify: true, jsc });
  const file = `assets/early.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  compilation.emitAsset(file, new sources.RawSource(code), { immutable: true, minimized: true });
  return `/${file}`;
}

/**
 * Data for the page's first script (shell/src/early.ts): the roles of each permission, the files of each chunk, and the
 * files of each part of the kit that loads later.
 */
function earlyData(compilation, chunks) {
  const shared = new Map(kit.later.map((part) => [part, groupOf(compilation, path.join(root, kitFile(part)))]));
  const named = new Map(chunks.map((name) => [name, compilation.namedChunkGroups.get(name)]));
  const files = [...named, ...shared].map(([name, group]) => {
    const groups = [group, ...consumedBy(compilation, group).flatMap((part) => shared.get(part) ?? [])];
    return [name, [...new Set(groups.flatMap((one) => one.getFiles()))].map((file) => `/${file}`)];
  });
  return { permissions, files: Object.fromEntries(files) };
}

const modulesOf = (compilation, chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)];

/** The names of the shared modules that a chunk group imports. */
function consumedBy(compilation, group) {
  const modules = group.chunks.flatMap((chunk) => modulesOf(compilation, chunk));
  return modules.flatMap(({ type, options }) => (type === 'consume-shared-module' ? options.shareKey : []));
}

/** The chunk group that contains a module. */
function groupOf(compilation, file) {
  const chunk = [...compilation.chunks].find((one) =>
    modulesOf(compilation, one).some((module) => (module.rootModule ?? module).resource === file),
  );
  return [...chunk.groupsIterable][0];
}

module.exports = { earlyData, earlyScript };
