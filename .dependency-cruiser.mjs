/**
 * The API's layers: a folder imports only from the lines above its own (docs/architecture.md). The walls between apps
 * are in `eslint.config.mjs`.
 */
const layers = [
  ['settings', 'limits'],
  ['signing', 'disk-space', 'storage', 'pdf'],
  ['db'],
  ['ledger'],
  ['context', 'mail'],
  ['http'],
  ['team', 'gateways', 'remotes'],
  ['orders'],
  ['manage-team'],
  ['documents', 'summaries'],
  ['invoices'],
  ['customers', 'demo', 'jobs', 'reference', 'webhooks'],
  ['intake', 'defence-packs'],
];

/** The same inside a folder, whose own files may import all of its folders. */
const innerLayers = {
  db: [['schema']],
  mail: [['providers', 'templates']],
  orders: [['changes', 'lists'], ['search'], ['plans'], ['bulk']],
};

const partsOfShared = ['api', 'rules', 'format', 'declaration', 'remote'];

/** May import everything; nothing imports them. */
const tests = '\\.test\\.ts$|^api/testing/';

const oneOf = (names) => `(${names.join('|')})`;

/** Forbids `folder` to import from a later layer, or from another folder of the same layer. */
const upwards = (folder, ordered) =>
  ordered.flatMap((layer, at) =>
    layer.map((name) => ({
      name: `${folder}/${name} imports only what is below it`,
      severity: 'error',
      from: { path: `^${folder}/${name}/`, pathNot: tests },
      to: {
        path: `^${folder}/`,
        pathNot: `^${folder}/${oneOf([name, ...ordered.slice(0, at).flat(), 'node_modules'])}/`,
      },
    })),
  );

/** Fails if the tool misses a kind of import: the rules above would then find nothing. */
const seen = (how, from, to) => ({
  name: `imports are seen: ${how}`,
  severity: 'error',
  module: { path: `^${from}$` },
  to: { path: `^${to}$` },
});

export default {
  forbidden: [
    ...upwards('api', layers),
    ...Object.entries(innerLayers).flatMap(([folder, ordered]) => upwards(`api/${folder}`, ordered)),
    {
      name: 'each folder of api has its layer',
      comment: 'Add it to `layers` in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^api/[^/]+/', pathNot: `^api/${oneOf([...layers.flat(), 'testing'])}/` },
      to: {},
    },
    {
      name: 'api imports of shared only what has no screen',
      severity: 'error',
      from: { path: '^api/', pathNot: tests },
      to: { path: '^shared/', pathNot: `^shared/${oneOf(partsOfShared)}/` },
    },
    {
      name: 'nothing stands on tests',
      severity: 'error',
      from: { path: '^api/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: { path: '^api/' },
      to: { circular: true },
    },
    { name: 'each import leads somewhere', severity: 'error', from: { path: '^api/' }, to: { couldNotResolve: true } },
  ],
  required: [
    seen('.ts', 'api/main\\.ts', 'api/db/openDatabase\\.ts'),
    seen('a type alone', 'api/context/AppContext\\.ts', 'api/disk-space/DiskSpaceGuard\\.ts'),
    seen('shared by its name', 'api/http/serve\\.ts', 'shared/api/call\\.ts'),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.server.json' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    // Packages, and shared's own imports, are not checked here.
    doNotFollow: { path: ['node_modules', '^shared/'] },
    // The API's dependencies are in its own package.json; those of its tests in the root's.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
