import { sessionCalls } from 'shared/api/sessionCalls';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { addAdmin } from './addAdmin.ts';

onOneDriver((api) => {
  const make = (email: string, name: string, password = 'long enough') =>
    addAdmin(api().context.database.db, { email, name, password: async () => password });

  test('the new Admin signs in', async () => {
    await make('first@example.com', 'First Admin');
    const input = { email: 'first@example.com', password: 'long enough' };
    const { httpStatus, body } = await api().callApi(sessionCalls.login, input);
    expect([httpStatus, body.data.type]).toEqual([200, 'Admin']);
  });

  test('missing, short and duplicate values are named', async () => {
    await expect(make('', '')).rejects.toThrow('Usage: npm run add-admin -- EMAIL NAME');
    await expect(make('x', 'Somebody')).rejects.toThrow('Invalid email address');
    for (const name of ['Ada\nAdmin', 'Ada\tAdmin', 'Ada \u202enimdA']) {
      await expect(make('x@example.com', name)).rejects.toThrow('Must be one line of visible text');
    }
    await expect(make('x@example.com', 'A'.repeat(81))).rejects.toThrow('A name can have at most 80 characters.');
    const long = `${'x'.repeat(60)}@${`${'a'.repeat(60)}.`.repeat(3)}${'b'.repeat(20)}.com`;
    await expect(make(long, 'Somebody')).rejects.toThrow('An email address can have at most 254 characters.');
    await expect(make('x@example.com', 'Somebody', 'short')).rejects.toThrow('Password must be at least 6 characters.');
    await expect(make('ADMIN@demo.test', 'Somebody')).rejects.toThrow(
      'A member with the email ADMIN@demo.test already exists',
    );
    await expect(make('x@example.com', 'Ada Admin')).rejects.toThrow('A member named Ada Admin already exists');
  });
});
