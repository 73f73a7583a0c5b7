import { orderCalls } from 'shared/api/orderCalls';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import { documents } from '../db/schema/documents.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { orderDetails } from './orderDetails.ts';

onOneDriver((api) => {
  const detailsOf = async (orderId: string) =>
    (await api().callApi(orderCalls.details, { orderId }, { as: 'Team' })).body.data;
  const withDeclaration = (declaration: StoredDeclaration) => addOrder(api(), { declaration });

  test('lists of choices stored as JSON text are returned as lists', async () => {
    const orderId = await withDeclaration({ food_options: '["Honey", "Dried fruit"]', equipment_item: ['Boots'] });
    expect(await detailsOf(orderId)).toMatchObject({
      food_options: ['Honey', 'Dried fruit'],
      equipment_item: ['Boots'],
      equipment_usage: [],
    });
  });

  test('unreadable JSON is returned as empty, and logged with the order’s id but without its content', async () => {
    const orderId = await withDeclaration({ food_options: '["Honey"', city: 'Lower Hutt' });
    expect(await detailsOf(orderId)).toMatchObject({ food_options: [], city: 'Lower Hutt' });

    const logged: unknown[] = [];
    const { context: appContext, memberIds } = api();
    await orderDetails(appContext.database.db, orderId, {
      member: { id: memberIds.Team },
      secret: appContext.secret,
      maxUploadMb: appContext.settings.maxUploadMb,
      log: { warn: (...line: unknown[]) => void logged.push(line) },
    });
    expect(logged).toEqual([[{ orderId, field: 'food_options' }, expect.any(String)]]);
    expect(JSON.stringify(logged)).not.toContain('Honey');
  });

  test('a document lists the mismatches with the order from when it was sent', async () => {
    const orderId = await addOrder(api());
    const document = {
      ...{ orderId, customerName: 'Mere Tane', originalName: 'declaration.pdf', contentType: 'application/pdf' },
      ...{ size: 2_048, sha256: 'a1b2' },
    };
    const confirmed = ['The document does not name Tane.'];
    await api()
      .context.database.db.insert(documents)
      .values([
        { ...document, file1: `${orderId}a.pdf`, storageKey: `${orderId}a.pdf` },
        { ...document, file1: `${orderId}b.pdf`, storageKey: `${orderId}b.pdf`, warnings: confirmed },
      ]);
    const { uploadDoc } = await detailsOf(orderId);
    expect(uploadDoc.map(({ warnings }) => warnings)).toEqual([confirmed, []]);
  });
});
