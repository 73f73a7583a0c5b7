/** `npm run rollback -w NAME -- --to FOLDER|s3://BUCKET/PREFIX [VERSION]`: makes the previous or named version live. */
import { author, remoteOf, runCommand } from './release/command.ts';
import { rollBack } from './release/livePointer.ts';

await runCommand(async ({ store, rest }) => {
  const named = rest.find((argument) => !argument.startsWith('remote-'));
  const name = remoteOf(rest.find((argument) => argument !== named));
  const { version, before } = await rollBack(store, name, author(), named);
  console.log(`${name} ${version} is live again. Previous version: ${before ?? 'none'}.`);
});
