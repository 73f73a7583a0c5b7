import { openBoss } from '../jobs/startMailJobs.ts';
import { createLogger } from '../http/log.ts';
import { readSettings } from '../settings/settings.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { createMailQueues, documentQueue, letterQueue } from './queueMail.ts';

test('a start corrects the options of a queue from another release, and does not write the other queues', async () => {
  const database = await testDatabase('embedded');
  const boss = await openBoss(database, createLogger(readSettings({ LOG_LEVEL: 'silent' })));
  try {
    await createMailQueues(boss);
    const [letters, documents] = [await boss.getQueue(letterQueue('AWS')), await boss.getQueue(documentQueue('AWS'))];
    await boss.updateQueue(letters!.name, { retryLimit: 1 });
    await createMailQueues(boss);
    expect(await boss.getQueue(letters!.name)).toMatchObject({ retryLimit: letters!.retryLimit });
    expect(await boss.getQueue(documents!.name)).toEqual(documents);
  } finally {
    await boss.stop({ graceful: false });
    await database.close();
  }
});
