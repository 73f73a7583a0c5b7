import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { orderStatus, statuses } from 'shared/rules/orderStatus';
import { roles } from 'shared/rules/permissions';
import { orderOf } from 'shared/testing/orders';
import { letterOf, readinessOf } from 'shared/testing/packs';
import { refreshOrder } from '../order-detail/useOrder.ts';
import { fakeDesk, openOrder, type FakeDesk } from '../testing/fakeDesk.tsx';

const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
const disputed = () => orderOf({ process_status: 'ChargeBack' });
const evidence = () => screen.getByRole('region', { name: 'Dispute evidence' });
const press = (name: string, where = screen.getByRole('main')) =>
  userEvent.click(within(where).getByRole('button', { name }));
const open = (name: string) => press(name, evidence());

function deskWithPacks(order = disputed()): FakeDesk {
  const desk = fakeDesk({ order });
  desk.on(defencePackCalls.packReadiness, () => ({ data: readinessOf() }));
  desk.on(defencePackCalls.packLetter, ({ defencePackType }) => ({ data: letterOf({ defencePackType }) }));
  desk.on(defencePackCalls.packPdf, () => ({ data: pdf }));
  return desk;
}

async function openPack(desk: FakeDesk, defencePackType: 1 | 2 = 1) {
  await openOrder(desk);
  await open(`Defence Pack ${defencePackType}`);
  return screen.findByRole('dialog', { name: `Defence Pack ${defencePackType}` });
}

test.each([
  ['', 'Enter Transaction Details'],
  ['txn_1', 'Open PDF'],
])('with the transaction id "%s" the pack’s filled button is %s', async (transaction_id, next) => {
  const merchant_name = transaction_id && 'Arrival Card';
  const pack = await openPack(deskWithPacks(orderOf({ process_status: 'ChargeBack', transaction_id, merchant_name })));
  await screen.findByText('Ready to send?');
  const filled = [...pack.querySelectorAll('.MuiButton-contained')].map(({ textContent }) => textContent);
  expect(filled).toEqual([next]);
});

/** Records the windows that the page opens. `lets` says whether the browser allows them. */
function fakeWindows({ lets = true } = {}) {
  URL.createObjectURL = () => 'blob:pack';
  URL.revokeObjectURL = () => undefined;
  return jest.spyOn(window, 'open').mockImplementation(() => (lets ? window : null));
}

/** The API's refusal of a pack that takes too long on every attempt. */
const tooMuch = { httpStatus: 422, message: 'This defence pack takes too much work to make. Print the order’s page.' };

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'pdfViewerEnabled');
});

describe('on the order page', () => {
  test.each(statuses)('at %s the three buttons are shown only if the status has packs', async (process_status) => {
    await openOrder(deskWithPacks(orderOf({ process_status })));
    const count = orderStatus[process_status].evidence ? 1 : 0;
    for (const name of ['Defence Pack 1', 'Defence Pack 2', 'Enter Transaction Details']) {
      // On Charge Back the header also has the first pack's button.
      const outsideHead = screen.queryAllByRole('button', { name }).filter((button) => !button.closest('header'));
      expect(outsideHead).toHaveLength(count);
    }
  });

  test.each(roles)('%s sees the buttons', async (role) => {
    await openOrder(fakeDesk({ role, order: disputed() }));
    expect(within(evidence()).getAllByRole('button')).toHaveLength(3);
  });

  test('the evidence shows for each pack how useful it is, what is missing, and what to do today', async () => {
    const desk = deskWithPacks();
    await openOrder(desk);
    const second = within(evidence()).getByRole('region', { name: 'Defence Pack 2' });
    expect(await within(second).findByText('Not useful yet')).toBeVisible();
    expect(
      within(second)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'Missing: No download or tracking view recordedSend the customer the link to the tracking page again.',
      'Present: IP and device at purchase',
    ]);
    const first = within(evidence()).getByRole('region', { name: 'Defence Pack 1' });
    expect(within(first).getByText('Ready')).toBeVisible();
    expect(first).toHaveTextContent('Present: Transaction ID and merchant name · Document delivered');
    expect(desk.to(defencePackCalls.packReadiness)).toHaveLength(1);
  });

  test.each([
    [12, '12 days left to respond', '12 days left to respond to this dispute, by 12/12/2026 09:00 (UTC).'],
    [0, 'Last day to respond', 'Last day to respond to this dispute, by 12/12/2026 09:00 (UTC).'],
    [-2, '2 days overdue', '2 days overdue: the response was due by 12/12/2026 09:00 (UTC).'],
  ])('with %d days left the header says “%s”, and the evidence the deadline', async (days_left, inHead, said) => {
    const desk = deskWithPacks();
    const dispute = { disputed_at: '2026-11-22T09:00:00.000Z', respond_by: '2026-12-12T09:00:00.000Z', days_left };
    desk.on(defencePackCalls.packReadiness, () => ({ data: readinessOf({ dispute }) }));
    await openOrder(desk);
    await waitFor(() => expect(evidence()).toHaveTextContent(said));
    await waitFor(() => expect(document.querySelector('header')).toHaveTextContent(inHead));
  });

  test('an error of the evidence is shown once, and both packs stay available', async () => {
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packReadiness, () => ({ httpStatus: 503, message: 'Busy' }));
    await openOrder(desk);
    expect(await within(evidence()).findByText(/could not be loaded/)).toBeVisible();
    expect(within(evidence()).getAllByText(/could not be loaded/)).toHaveLength(1);
    desk.on(defencePackCalls.packReadiness, () => ({ data: readinessOf() }));
    await press('Retry', evidence());
    expect(await within(evidence()).findByText('Ready')).toBeVisible();
  });

  test('outside Charge Back, the evidence loads when scrolled near, not before', async () => {
    const observe = jest.spyOn(IntersectionObserver.prototype, 'observe').mockImplementation();
    const report = (isIntersecting: boolean) =>
      act(() => {
        // The observers are those of browserSetup.js.
        for (const observer of observe.mock.contexts)
          (observer as unknown as { report: (_: object[]) => void }).report([{ isIntersecting }]);
      });
    const desk = deskWithPacks(orderOf({ process_status: 'Completed' }));
    await openOrder(desk);
    expect(within(evidence()).getByRole('button', { name: 'Defence Pack 1' })).toBeVisible();
    report(false);
    expect(desk.to(defencePackCalls.packReadiness)).toHaveLength(0);
    report(true);
    await waitFor(() => expect(desk.to(defencePackCalls.packReadiness)).toHaveLength(1));
    await within(evidence()).findByText('Ready');
  });
});

describe('the letter', () => {
  test('has the texts of the pack’s first page', async () => {
    const desk = deskWithPacks();
    const sheet = await within(await openPack(desk)).findByRole('article');
    const { facts, summary, timeline, exhibits, foot, ...said } = letterOf();
    for (const text of [said.kind, said.title, said.order_id, said.folded!, ...summary, ...Object.values(foot)]) {
      expect(sheet).toHaveTextContent(text);
    }
    expect(
      within(sheet)
        .getAllByRole('definition')
        .map((fact) => fact.textContent),
    ).toEqual(facts.map((f) => f.said));
    const [happened, shown] = within(sheet).getAllByRole('table');
    expect(
      within(happened!)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(timeline.map(({ when, what, recordedBy, exhibit }) => when + what + recordedBy + (exhibit ?? '')));
    expect(
      within(shown!)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['AOrder and payment recordpage 2', 'BEmails and delivery eventspages 3 to 4']);
    expect(exhibits).toHaveLength(2);
    expect(desk.to(defencePackCalls.packLetter)[0]!.search.get('defencePackType')).toBe('1');
    expect(sheet).toHaveAttribute('data-theme', 'light');
  });

  test('is a skeleton while loading, and then the letter', async () => {
    const desk = deskWithPacks();
    let arrive = () => {};
    const made = new Promise<void>((resolve) => (arrive = resolve));
    desk.on(defencePackCalls.packLetter, async () => {
      await made;
      return { data: letterOf() };
    });
    const sheet = within(await openPack(desk)).getByRole('region', { name: 'The letter, page 1 of the PDF' });
    expect(sheet).toHaveAttribute('aria-busy', 'true');
    const skeleton = await within(sheet).findByTestId('skeleton');
    expect(skeleton.querySelectorAll('span').length).toBeGreaterThan(20);
    expect(skeleton).toHaveAttribute('aria-hidden', 'true');
    arrive();
    await within(sheet).findByRole('article');
    expect(skeleton).not.toBeInTheDocument();
  });

  test('breaks an email address before its @', async () => {
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packLetter, () => ({ data: letterOf({ summary: ['Sent to ananya@example.com.'] }) }));
    const letter = await within(await openPack(desk)).findByRole('article');
    expect(letter.querySelector('wbr')?.parentElement).toHaveTextContent(/^ananya@example\.com\.$/);
    expect(letter.querySelector('wbr')?.nextSibling).toHaveTextContent(/^@example/);
  });

  test('shows next to it whether the pack is ready, its exhibits, and how it was made', async () => {
    const about = within(await openPack(deskWithPacks())).getByRole('complementary');
    expect(await within(about).findByText('Ready.')).toBeVisible();
    expect(about).toHaveTextContent('2 of 3 pieces of evidence are available. The missing evidence is not needed.');
    expect(about).toHaveTextContent('Present: Document delivered02/10/2026 06:41 UTC, Amazon SES');
    expect(about).toHaveTextContent('Missing: No email open recordedOnly indicative.');
    expect(about).toHaveTextContent('BEmails and delivery eventsp. 3–4');
    expect(about).toHaveTextContent('4 pages, 598 KB. Last created 20/11/2026 (UTC) by Max Manager.');
  });

  test('says that the pack has not been created yet', async () => {
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packLetter, () => ({ data: letterOf({ last_made: null, pages: 1 }) }));
    await openPack(desk, 2);
    expect(await screen.findByText(/^1 page,/)).toHaveTextContent('Not created yet.');
  });

  test('shows an error with its reason, and Retry loads it', async () => {
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packLetter, () => ({ httpStatus: 409, message: 'This order is Pending.' }));
    const pack = await openPack(desk);
    expect(await within(pack).findByRole('alert')).toHaveTextContent('This order is Pending.');
    desk.on(defencePackCalls.packLetter, () => ({ data: letterOf() }));
    await press('Retry', pack);
    expect(await within(pack).findByRole('article')).toBeVisible();
  });

  test('offers no Retry for a permanent error, but the page to print instead', async () => {
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packLetter, () => tooMuch);
    const pack = await openPack(desk);
    expect(await within(pack).findByRole('alert')).toHaveTextContent(tooMuch.message);
    expect(within(pack).queryByRole('button', { name: 'Retry' })).toBeNull();
    await press('Back to the order’s page', pack);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('has Print for the whole PDF, and returns the focus on Close', async () => {
    fakeWindows();
    const desk = deskWithPacks();
    const pack = await openPack(desk);
    await within(pack).findByRole('article');
    await press('Print', pack);
    const frame = await screen.findByTitle('Defence pack to be printed');
    const print = jest.fn();
    Object.defineProperty(frame, 'contentWindow', { value: { print } });
    frame.dispatchEvent(new Event('load'));
    expect(print).toHaveBeenCalledTimes(1);
    expect(desk.to(defencePackCalls.packPdf)).toHaveLength(1);
    // The frame is invisible, so the keyboard must skip it.
    expect(frame).toHaveAttribute('tabindex', '-1');
    await waitFor(() => expect(within(pack).getByRole('button', { name: 'Print' })).toBeEnabled());
    await press('Print', pack);
    await waitFor(() => expect(frame).not.toBeInTheDocument());
    screen.getByTitle('Defence pack to be printed').remove();
    await press('Close, back to order 100471', pack);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(evidence()).getByRole('button', { name: 'Defence Pack 1' })).toHaveFocus();
  });

  test('links to the transaction details while they are missing', async () => {
    const pack = await openPack(deskWithPacks());
    await press('Enter Transaction Details', pack);
    expect(await screen.findByRole('dialog', { name: 'Enter Transaction Details' })).toBeVisible();
  });

  test('closes when the order leaves the statuses with packs', async () => {
    const desk = deskWithPacks();
    await openPack(desk);
    fakeWindows();
    desk.order = orderOf({ process_status: 'Awaiting' });
    await press('Open PDF', screen.getByRole('dialog'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The dialog stays closed when the order returns to Charge Back.
    desk.order = disputed();
    await act(() => refreshOrder());
    await waitFor(() => expect(evidence()).toBeVisible());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Open PDF', () => {
  test('opens the PDF in a new window and refetches the order', async () => {
    const windows = fakeWindows();
    const desk = deskWithPacks();
    const pack = await openPack(desk, 2);
    await within(pack).findByRole('article');
    await press('Open PDF', pack);
    await waitFor(() => expect(windows).toHaveBeenCalledWith('blob:pack', '_blank'));
    expect(desk.to(defencePackCalls.packPdf)[0]!.body).toEqual({ orderId: '100471', defencePackType: 2 });
    await waitFor(() => expect(desk.to(defencePackCalls.packLetter)).toHaveLength(2));
    expect(within(pack).queryByRole('progressbar')).toBeNull();
  });

  test('shows the progress of long work, which can be cancelled', async () => {
    const windows = fakeWindows();
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packPdf, () => 'never');
    const pack = await openPack(desk);
    await press('Open PDF', pack);
    expect(await within(pack).findByRole('progressbar')).toBeVisible();
    await press('Open PDF', pack);
    expect(desk.to(defencePackCalls.packPdf)).toHaveLength(1);
    await press('Cancel', pack);
    await waitFor(() => expect(within(pack).queryByRole('progressbar')).toBeNull());
    expect(desk.to(defencePackCalls.packPdf)[0]!.signal.aborted).toBe(true);
    expect(windows).not.toHaveBeenCalled();
    expect(within(pack).queryByText(/was not created/)).toBeNull();
  });

  test('says that the browser blocked the window, and links to the PDF', async () => {
    fakeWindows({ lets: false });
    const pack = await openPack(deskWithPacks());
    await press('Open PDF', pack);
    expect(await within(pack).findByText(/blocked the new window/)).toBeVisible();
    expect(within(pack).getByRole('link', { name: 'open the PDF here' })).toHaveAttribute('href', 'blob:pack');
  });

  test('downloads the PDF without a viewer, and says so with a link to download it again', async () => {
    const windows = fakeWindows();
    Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: false });
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const pack = await openPack(deskWithPacks());
    await press('Download PDF', pack);
    expect(await within(pack).findByText(/cannot show PDFs, so the PDF was downloaded/)).toBeVisible();
    const again = within(pack).getByRole('link', { name: 'Download it again' });
    for (const link of [again, saved.mock.contexts[0]]) {
      expect(link).toHaveAttribute('href', 'blob:pack');
      expect(link).toHaveAttribute('download', 'Defence Pack 1 100471.pdf');
    }
    expect(windows).not.toHaveBeenCalled();
  });

  test('shows why a PDF failed, and can be pressed again', async () => {
    const windows = fakeWindows();
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packPdf, () => ({ httpStatus: 503, message: 'Too many PDFs are being made. Try again.' }));
    const pack = await openPack(desk);
    await press('Open PDF', pack);
    expect(await within(pack).findByText(/Too many PDFs are being made/)).toBeVisible();
    desk.on(defencePackCalls.packPdf, () => ({ data: pdf }));
    await press('Retry', pack);
    await waitFor(() => expect(windows).toHaveBeenCalledTimes(1));
    expect(within(pack).queryByText(/was not created/)).toBeNull();
  });

  test('offers no Retry for a permanent error, but the page to print instead', async () => {
    fakeWindows();
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packPdf, () => tooMuch);
    const pack = await openPack(desk);
    await within(pack).findByRole('article');
    await press('Open PDF', pack);
    expect(await within(pack).findByText(/takes too much work to make/)).toBeVisible();
    expect(within(pack).queryByRole('button', { name: 'Retry' })).toBeNull();
    await press('Back to the order’s page', pack);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('drops its error when the pack is closed', async () => {
    const desk = deskWithPacks();
    desk.on(defencePackCalls.packPdf, () => ({ httpStatus: 503, message: 'Too many PDFs are being made. Try again.' }));
    const pack = await openPack(desk);
    await press('Open PDF', pack);
    await within(pack).findByText('The PDF was not created.');
    expect(within(pack).getByText('Too many PDFs are being made. Try again.')).toBeVisible();
    await press('Close, back to order 100471', pack);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open('Defence Pack 1');
    const again = within(await screen.findByRole('dialog'));
    expect(again.queryByText(/was not created/)).toBeNull();
    expect(again.queryByText('Too many PDFs are being made. Try again.')).toBeNull();
  });

  test('waits offline, like Print, and says so', async () => {
    const pack = await openPack(deskWithPacks());
    await within(pack).findByRole('article');
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(within(pack).getByRole('button', { name: 'Open PDF' })).toBeDisabled());
    expect(within(pack).getByText('You are offline.')).toBeVisible();
    expect(within(pack).getByRole('button', { name: 'Print' })).toBeDisabled();
    online.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
  });
});
