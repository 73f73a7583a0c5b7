/**
 * The layers of the API: a folder imports only what stands in the lines above its own. So no two folders need each other,
 * neither directly nor in a circle. docs/architecture.md says what each holds.
 */
const layers = [
  ['settings', 'limits'],
  ['signing', 'room', 'storage', 'pdf'],
  ['db'],
  ['ledger'],
  ['desk', 'mail'],
  ['http'],
  ['team', 'gateways'],
  ['orders'],
  ['manage-team'],
  ['documents', 'summaries'],
  ['invoices'],
  ['customers', 'demo', 'jobs', 'reference', 'webhooks'],
  ['intake', 'defence-packs'],
];

/** The same inside a folder; its own files stand above all of its folders. */
const innerLayers = {
  db: [['schema']],
  mail: [['providers', 'templates']],
  orders: [['changes', 'lists'], ['search'], ['plans'], ['bulk']],
};

const partsOfShared = ['api', 'rules', 'format', 'declaration'];

/** They stand above everything, and nothing stands on them. */
const tests = '\\.test\\.ts$|^api/testing/';

const oneOf = (names) => `(${names.join('|')})`;

/** Nothing in `folder` imports from a layer above its own, or from another folder of its own layer. */
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

/** That this tool sees what is imported, in each way in which it is: else no rule above could be broken. */
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
      name: 'no circles of files',
      comment: 'Two files of one folder may know the types of each other.',
      severity: 'error',
      from: { path: '^api/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'each import leads somewhere', severity: 'error', from: { path: '^api/' }, to: { couldNotResolve: true } },
  ],
  required: [
    seen('.ts', 'api/main\\.ts', 'api/db/database\\.ts'),
    seen('a type alone', 'api/desk/desk\\.ts', 'api/room/Room\\.ts'),
    seen('shared by its name', 'api/http/serve\\.ts', 'shared/api/call\\.ts'),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.server.json' },
    // Imports of types count: whoever needs another's types needs the other.
    tsPreCompilationDeps: true,
    // The declarations of packages, and what shared itself imports, are not ours to judge here.
    doNotFollow: { path: ['node_modules', '^shared/'] },
    // The dependencies of api stand in its own package.json, those to test it in the root's.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
