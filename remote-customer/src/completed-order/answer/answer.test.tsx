import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { customerCalls, emptyMessageError } from 'shared/api/customerCalls';
import { fakeApi, type FakeReply } from 'shared/testing/fakeApi';
import { fakeUploads } from 'shared/testing/fakeUploads';
import { orderAccess, saveToken } from '../../orderAccess.ts';
import { historyOf } from '../../testing/historyOf.ts';
import { renderSite } from '../../testing/renderSite.tsx';
import { deleteAnswerDraft } from './useAnswer.ts';

const { downloadHistory: history, sendMessage } = customerCalls;

const asked = historyOf({ stage: 'we need something from you', question: 'A photo of your passport,\nplease.' });
const received = historyOf(
  { stage: 'we need something from you', next: { step: 'read', on: null, usually_by: null, late: false } },
  [],
  {
    messages: [
      {
        ...{ id: 1, from: 'us', kind: 'question', at: '2026-11-21T08:00:00Z', seen_at: null },
        ...{ text: 'A photo of your passport,\nplease.', file: null },
      },
      {
        ...{ id: 2, from: 'you', kind: null, at: '2026-11-21T08:24:00Z', seen_at: null },
        text: 'Here it is',
        file: { name: 'passport.jpg', content_type: 'image/jpeg', size: 1_300_000 },
      },
    ],
  },
);
const sent = () => ({ message: 'We have your answer.', data: { id: 2 } });

const jpeg = (name = 'passport.jpg') =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { type: 'image/jpeg' });

beforeEach(() => {
  deleteAnswerDraft('100128');
  URL.createObjectURL = (file) => `blob:${(file as File).name}`;
  URL.revokeObjectURL = () => {};
});

const theAnswer = () => screen.findByLabelText('Your answer', { selector: 'textarea' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
const choose = (file: File) => userEvent.upload(screen.getByTestId('answer-file'), file, { applyAccept: false });

/** Opens the page of an order that waits for its customer. */
function open(answer: () => FakeReply<typeof sendMessage> = sent) {
  saveToken('100128', 'token');
  const api = fakeApi()
    .on(history, () => asked)
    .on(sendMessage, answer);
  return { api, ...renderSite('/get-new-order-details/100128') };
}

test('the page shows what we need', async () => {
  open();
  expect(await screen.findByText(/A photo of your passport,/)).toBeVisible();
  expect(screen.queryByText('We need to reach you.')).toBeNull();
});

test('the open question is shown once, with earlier messages below', async () => {
  saveToken('100128', 'token');
  const at = '2026-11-21T08:00:00Z';
  const messages = ['When do you fly?', 'Which passport?'].map((text, id) => ({
    id,
    from: 'us' as const,
    kind: 'question' as const,
    at,
    seen_at: null,
    text,
    file: null,
  }));
  fakeApi().on(history, () =>
    historyOf({ stage: 'we need something from you', question: 'Which passport?' }, [], { messages }),
  );
  renderSite('/get-new-order-details/100128');
  expect(await screen.findAllByText('Which passport?')).toHaveLength(1);
  expect(within(screen.getByRole('region', { name: 'Messages' })).getByText('When do you fly?')).toBeVisible();
});

test('the page shows a reply, when our mail was sent, and when an answer was seen', async () => {
  saveToken('100128', 'token');
  const today = new Date();
  today.setHours(14, 5, 0, 0);
  const messages = [
    { ...received.messages[1]!, seen_at: today.toISOString() },
    { ...received.messages[0]!, id: 3, kind: 'reply' as const, text: 'Thank you.' },
  ];
  const { mainResult } = received;
  const inProgress = { stage: 'in progress', next: { ...mainResult.next, step: 'finish' } } as const;
  fakeApi().on(history, () => ({
    ...received,
    messages,
    mainResult: { ...mainResult, ...inProgress, mailed_at: today.toISOString() },
  }));
  renderSite('/get-new-order-details/100128');
  expect(await screen.findByText('We wrote to you at 2:05 pm.')).toBeVisible();
  const thread = screen.getByRole('region', { name: 'Messages' });
  const [theirs, ...others] = within(thread).getAllByRole('listitem');
  expect(theirs).toHaveTextContent(/^You wrote.*Seen 2:05 pm/);
  expect(others).toEqual([]);
  const ours = screen.getByText('Thank you.');
  expect(ours.parentElement).toHaveTextContent(/^Our message.*Thank you\.$/);
  expect(ours.compareDocumentPosition(thread)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('on the page of a ready order a line at the top leads to our newest message', async () => {
  saveToken('100128', 'token');
  const messages = [...received.messages, { ...received.messages[0]!, id: 3, kind: 'reply' as const, text: 'Thanks.' }];
  fakeApi().on(history, () => historyOf({}, [], { messages }));
  renderSite('/get-new-order-details/100128');
  const link = await screen.findByRole('link', { name: 'Read our message' });
  expect(document.querySelector(link.getAttribute('href')!)).toHaveTextContent(/Thanks\.$/);
  expect(screen.getAllByText('Thanks.')).toHaveLength(1);
});

test('after the customer’s answer the page no longer says that we wrote', async () => {
  saveToken('100128', 'token');
  fakeApi().on(history, () => ({
    ...received,
    mainResult: { ...received.mainResult, mailed_at: '2026-11-21T08:00:00Z' },
  }));
  renderSite('/get-new-order-details/100128');
  await screen.findByText('Here it is');
  expect(screen.queryByText(/^We wrote to you/)).toBeNull();
});

test('our reply to an open question is above it, and the question is shown once', async () => {
  saveToken('100128', 'token');
  const [question] = received.messages;
  const messages = [question!, { ...question!, id: 2, kind: 'reply' as const, text: 'A scan is fine too.' }];
  const needs = { stage: 'we need something from you', question: question!.text } as const;
  fakeApi().on(history, () => historyOf(needs, [], { messages }));
  renderSite('/get-new-order-details/100128');
  const reply = await screen.findByText('A scan is fine too.');
  const asked = screen.getByText(/A photo of your passport,/);
  expect(reply.compareDocumentPosition(asked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
});

test('without a question the page mentions no email, because none was sent', async () => {
  saveToken('100128', 'token');
  fakeApi().on(history, () => historyOf({ stage: 'we need something from you' }));
  renderSite('/get-new-order-details/100128');
  expect(await screen.findByText('We need to reach you.')).toBeVisible();
  expect(screen.getByRole('main')).not.toHaveTextContent(/email|we wrote/i);
  expect(screen.getByRole('link', { name: 'contact support' })).toHaveAttribute(
    'href',
    'https://declaration.example.com/contact-us',
  );
  expect(await theAnswer()).toBeVisible();
});

test('an empty answer is not sent, and its error leaves with the first letter', async () => {
  const { api } = open();
  const answer = await theAnswer();
  await press();
  expect(answer).toHaveAccessibleDescription(new RegExp(`${emptyMessageError}$`));
  expect(answer).toHaveFocus();
  await userEvent.type(answer, 'x');
  expect(answer).toBeValid();
  expect(api.to(sendMessage)).toEqual([]);
});

test('an answer is sent and confirmed, and the page shows that we have it', async () => {
  const { api } = open();
  await userEvent.type(await theAnswer(), ' Here it is ');
  api.on(history, () => received);
  await press();
  expect(await screen.findByRole('heading', { name: 'We have your answer' })).toHaveFocus();
  expect(screen.getByText('We have your answer.')).toBeVisible();
  const messages = within(screen.getByRole('region', { name: 'Messages' })).getAllByRole('listitem');
  expect(messages[1]).toHaveTextContent(
    /^You wroteReceived 21 November, 8:24 am your timeHere it ispassport\.jpgJPEG image, 1\.2 MB$/,
  );
  expect(screen.queryByLabelText('Your answer', { selector: 'textarea' })).toBeNull();
  expect(sessionStorage.getItem('answer-100128')).toBeNull();
  expect(api.to(sendMessage)[0]?.body).toEqual({ orderId: '100128', text: ' Here it is ' });

  await userEvent.click(screen.getByRole('button', { name: 'Add something to your answer' }));
  expect(await theAnswer()).toHaveValue('');
  expect(await theAnswer()).toHaveFocus();
  await userEvent.keyboard('And this');
  await press();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add something to your answer' })).toHaveFocus());
});

test('an answer cannot be changed while it is being sent, so that no text is lost', async () => {
  const uploads = fakeUploads();
  const { api } = open(() => 'never');
  await userEvent.type(await theAnswer(), 'Here it is');
  await press();
  await waitFor(() => expect(api.to(sendMessage)).toHaveLength(1));
  await userEvent.type(await theAnswer(), ', all of it');
  expect(await theAnswer()).toHaveValue('Here it is');
  expect(screen.getByRole('button', { name: /^Choose a file/ })).toHaveAttribute('aria-disabled', 'true');
  expect(uploads).toEqual([]);
});

test('a customer who is typing keeps the focus when the page updates', async () => {
  saveToken('100128', 'token');
  const api = fakeApi().on(history, () => ({ ...received, askAgain: 1 }));
  renderSite('/get-new-order-details/100128');
  await userEvent.click(await screen.findByRole('button', { name: 'Add something to your answer' }));
  await userEvent.type(await theAnswer(), 'And');
  api.on(history, () => asked).on(customerCalls.follow, () => ({ data: { changed: true, askAgain: null } }));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByRole('heading', { name: 'We need something from you' });
  expect(await theAnswer()).toHaveFocus();
  expect(await theAnswer()).toHaveValue('And');
});

test('a photo is sent with its progress, and cancelling keeps it selected', async () => {
  const uploads = fakeUploads();
  const { api } = open();
  await theAnswer();
  await choose(jpeg());
  expect(await screen.findByText('passport.jpg', { selector: 'bdi' })).toBeVisible();
  expect(screen.getByRole('presentation')).toHaveAttribute('src', 'blob:passport.jpg');
  await press();
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(screen.getByText('1 KB')).toBeVisible();
  act(() => uploads[0]!.progress(1, 4));
  expect(screen.queryByText('1 KB of 1 KB')).toBeNull();
  expect(screen.getByRole('progressbar', { name: 'Sending' })).toHaveAttribute('value', '0.25');

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('your answer was not sent');
  expect(uploads[0]!.aborted).toBe(true);
  expect(screen.getByText('passport.jpg', { selector: 'bdi' })).toBeVisible();

  await press();
  await waitFor(() => expect(uploads).toHaveLength(2));
  api.on(history, () => received);
  await act(() => uploads[1]!.arrive());
  await screen.findByRole('heading', { name: 'We have your answer' });
  const { messageFile } = api.to(sendMessage)[0]!.body as { messageFile: File };
  expect([messageFile.name, messageFile.size]).toEqual(['passport.jpg', 4]);
});

test('an answer sent before its file was checked waits and includes the file', async () => {
  const uploads = fakeUploads();
  const { api } = open();
  const read = Promise.withResolvers<ArrayBuffer>();
  const file = Object.assign(jpeg(), { slice: () => ({ arrayBuffer: () => read.promise }) });
  await userEvent.type(await theAnswer(), 'Here');
  await choose(file);
  await press();
  expect(api.to(sendMessage)).toEqual([]);
  await act(async () => read.resolve(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]).buffer));
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(() => uploads[0]!.arrive());
  expect((api.to(sendMessage)[0]!.body as { messageFile: File }).messageFile.name).toBe('passport.jpg');
});

test('an invalid file shows its error at once, and is not sent', async () => {
  const { api } = open();
  await theAnswer();
  await choose(new File(['PK'], 'scan.pdf', { type: 'application/pdf' }));
  const text = 'This file says it is a PDF but is not. Choose a PDF or an image.';
  expect(await screen.findByText(text)).toBeVisible();
  await press();
  const chooseAnother = screen.getByRole('button', { name: 'Choose a file' });
  expect(chooseAnother).toHaveFocus();
  expect(api.to(sendMessage)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove scan.pdf' }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(chooseAnother).toHaveFocus();
});

test('another file replaces the error of the one before while it is checked', async () => {
  open();
  await theAnswer();
  await choose(new File(['PK'], 'scan.pdf', { type: 'application/pdf' }));
  const text = 'This file says it is a PDF but is not. Choose a PDF or an image.';
  expect(await screen.findByText(text)).toBeVisible();
  const unread = Promise.withResolvers<ArrayBuffer>();
  await choose(Object.assign(jpeg(), { slice: () => ({ arrayBuffer: () => unread.promise }) }));
  expect(screen.queryByText(text)).toBeNull();
  await act(async () => unread.resolve(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]).buffer));
});

test.each([
  [413, '21.0 MB is too large. The limit is 20 MB.'],
  [415, 'This PDF is incomplete. Save it again, then choose it again.'],
])('the API’s error about the file appears under it: %i', async (httpStatus, message) => {
  const uploads = fakeUploads();
  open(() => ({ httpStatus, message }));
  await userEvent.type(await theAnswer(), 'Here');
  await choose(jpeg());
  await screen.findByText('passport.jpg', { selector: 'bdi' });
  await press();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(() => uploads[0]!.arrive());
  const file = screen.getByRole('group', { name: 'Photo or document' });
  await waitFor(() => expect(file).toHaveAccessibleDescription(new RegExp(message)));
  expect(await theAnswer()).toHaveValue('Here');
});

test('a retry after a lost response is the same message; another answer is a new one', async () => {
  const { api } = open(() => 'unreachable');
  await userEvent.type(await theAnswer(), 'Here it is');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('The server didn’t respond.');
  expect(screen.getByRole('alert')).toHaveTextContent('Your answer is still here.');
  await press();
  await waitFor(() => expect(api.to(sendMessage)).toHaveLength(2));
  await userEvent.type(await theAnswer(), '!');
  await press();
  await waitFor(() => expect(api.to(sendMessage)).toHaveLength(3));
  const [first, again, other] = api.to(sendMessage).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/./);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('after a reload the page asks about the lost file, and sends without it only if told to', async () => {
  const { api, unmount } = open();
  await userEvent.type(await theAnswer(), 'Here it is');
  await choose(jpeg('passport photo.jpg'));
  await screen.findByText('passport photo.jpg', { selector: 'bdi' });
  unmount();
  renderSite('/get-new-order-details/100128');
  await screen.findByText(/choose passport photo\.jpg again/);
  await press();
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Send without passport photo.jpg?');
  expect(api.to(sendMessage)).toEqual([]);
  api.on(sendMessage, () => 'never');
  await userEvent.click(screen.getByRole('button', { name: 'Send without it' }));
  expect(screen.getByRole('button', { name: 'Sending…' })).toHaveFocus();
  await waitFor(() => expect(api.to(sendMessage)).toHaveLength(1));
});

test('a lost file that is selected again is sent without a question', async () => {
  const uploads = fakeUploads();
  const { unmount } = open();
  await userEvent.type(await theAnswer(), 'Here it is');
  await choose(jpeg());
  await screen.findByText('passport.jpg', { selector: 'bdi' });
  unmount();
  renderSite('/get-new-order-details/100128');
  await screen.findByText(/choose passport\.jpg again/);
  await press();
  await choose(jpeg());
  await screen.findByText('passport.jpg', { selector: 'bdi' });
  expect(screen.queryByRole('alert')).toBeNull();
  await press();
  await waitFor(() => expect(uploads).toHaveLength(1));
});

describe('an answer with an unknown outcome', () => {
  const keysOf = (api: ReturnType<typeof open>['api']) =>
    api.to(sendMessage).map(({ headers }) => headers.get('Idempotency-Key'));
  const notAnswered = () => screen.findByText(/^The server didn’t respond\./);

  test('is the same message when sent again after a reload, and a new one after a change', async () => {
    const { api, unmount } = open(() => 'unreachable');
    await userEvent.type(await theAnswer(), 'Here it is');
    await press();
    await notAnswered();
    unmount();
    renderSite('/get-new-order-details/100128');
    expect(await theAnswer()).toHaveValue('Here it is');
    await press();
    await notAnswered();
    const [first, again] = keysOf(api);
    expect(first).toMatch(/./);
    expect(again).toBe(first);
    expect(JSON.parse(sessionStorage.getItem('answer-100128')!)).toMatchObject({ attempt: { key: first } });
    await userEvent.type(await theAnswer(), '!');
    await press();
    await waitFor(() => expect(keysOf(api)).toHaveLength(3));
    expect(keysOf(api)[2]).not.toBe(first);
  });

  test('is the same message with the same file selected again, and a new one with another file', async () => {
    const uploads = fakeUploads();
    const { api, unmount } = open(() => ({ httpStatus: 502, message: 'The server didn’t respond.' }));
    const photo = (lastModified: number) => new File([jpeg()], 'passport.jpg', { type: 'image/jpeg', lastModified });
    const sendWith = async (file: File) => {
      await choose(file);
      await screen.findByText('passport.jpg', { selector: 'bdi' });
      const before = uploads.length;
      await press();
      await waitFor(() => expect(uploads).toHaveLength(before + 1));
      await act(() => uploads[before]!.arrive());
      await notAnswered();
    };
    await theAnswer();
    await sendWith(photo(1));
    unmount();
    renderSite('/get-new-order-details/100128');
    await screen.findByText(/choose passport\.jpg again/);
    await sendWith(photo(1));
    await userEvent.click(screen.getByRole('button', { name: 'Remove passport.jpg' }));
    await sendWith(photo(2));
    const [first, again, other] = keysOf(api);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('gets a new key if the API has the key for other content', async () => {
    const { api } = open(() => ({ httpStatus: 422, message: 'This Idempotency-Key was used for something else.' }));
    await userEvent.type(await theAnswer(), 'Here it is');
    await press();
    await screen.findByText(/was used for something else\. Your answer is still here/);
    await press();
    await waitFor(() => expect(keysOf(api)).toHaveLength(2));
    expect(keysOf(api)[1]).not.toBe(keysOf(api)[0]);
  });
});

test('the same text in answer to another question is another message', async () => {
  const { api } = open();
  await userEvent.type(await theAnswer(), 'Yes');
  // Meanwhile, staff have asked another question.
  api.on(history, () => historyOf({ stage: 'we need something from you', question: 'And your flight?' }));
  await press();
  await screen.findByText('And your flight?');
  await userEvent.type(await theAnswer(), 'Yes');
  await press();
  await waitFor(() => expect(api.to(sendMessage)).toHaveLength(2));
  const [first, second] = api.to(sendMessage).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).not.toBe(first);
});

test('the same text in answer to another question is another message, even after a lost response and a reload', async () => {
  const { api, unmount } = open(() => 'unreachable');
  await userEvent.type(await theAnswer(), 'Yes');
  await press();
  await screen.findByText(/Your answer is still here/);
  unmount();
  api.on(history, () => historyOf({ stage: 'we need something from you', question: 'And your flight?' }));
  api.on(sendMessage, sent);
  renderSite('/get-new-order-details/100128');
  await screen.findByText('And your flight?');
  expect(await theAnswer()).toHaveValue('Yes');
  await press();
  await waitFor(() => expect(api.to(sendMessage)).toHaveLength(2));
  const [first, second] = api.to(sendMessage).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).not.toBe(first);
});

test('typed text survives a reload, and the lost file is named', async () => {
  const { unmount } = open();
  await userEvent.type(await theAnswer(), 'Half an ans');
  await choose(jpeg());
  await screen.findByText('passport.jpg', { selector: 'bdi' });
  unmount();
  renderSite('/get-new-order-details/100128');
  expect(await theAnswer()).toHaveValue('Half an ans');
  expect(screen.getByText(/choose passport\.jpg again/)).toBeVisible();
});

test('a refused file is not asked for after a reload', async () => {
  const { unmount } = open();
  await userEvent.type(await theAnswer(), 'Here it is');
  await choose(new File(['notes'], 'notes.txt', { type: 'text/plain' }));
  await screen.findByText(/^TXT files are not accepted/);
  unmount();
  renderSite('/get-new-order-details/100128');
  expect(await theAnswer()).toHaveValue('Here it is');
  expect(screen.getByText(/^PDF or image, at most/)).toBeVisible();
});

test('an expired token redirects to the form, and afterwards the page still has the answer', async () => {
  const { place } = open(() => ({ httpStatus: 401, message: 'Please track your order again.' }));
  await userEvent.type(await theAnswer(), 'Here it is');
  await press();
  await waitFor(() => expect(place()).toBe('/track-order/100128'));
  expect(orderAccess('100128').token).toBeNull();
  expect(JSON.parse(sessionStorage.getItem('answer-100128')!)).toMatchObject({ text: 'Here it is' });
});

test('when the question is closed, the page says so and shows the order’s progress', async () => {
  const { api } = open(() => ({ httpStatus: 409, message: 'We do not need anything from you at the moment.' }));
  await userEvent.type(await theAnswer(), 'Here it is');
  api.on(history, () => historyOf({ stage: 'with the government' }));
  await press();
  expect(await screen.findByRole('heading', { name: 'Your declaration is with the government' })).toBeVisible();
  expect(screen.getByText('We do not need anything from you at the moment.')).toBeVisible();
});

test('an answer without a response for long can be sent again as the same message', async () => {
  const { api } = open(() => 'never');
  await userEvent.type(await theAnswer(), 'On Monday');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText(/taking longer than usual/)).toBeVisible();
  api.on(sendMessage, sent);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  jest.useRealTimers();
  expect(await screen.findByText('We have your answer.')).toBeVisible();
  const [first, second] = api.to(sendMessage);
  expect([first!.signal.aborted, second!.signal.aborted]).toEqual([true, false]);
  expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'));
});
