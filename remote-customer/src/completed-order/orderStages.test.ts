import { stageTexts } from './orderStages.ts';

test('after an answer the page says that we have it, and after our reply when we wrote', () => {
  const theirs = {
    id: 1,
    from: 'you',
    kind: null,
    at: '2026-11-21T13:00:00',
    seen_at: null,
    text: 'Here',
    file: null,
  } as const;
  const ours = { ...theirs, id: 2, from: 'us', kind: 'reply', at: '2026-11-21T14:05:00' } as const;
  const headingAfter = (messages: Parameters<typeof stageTexts>[0]['messages'], day: string) =>
    stageTexts(
      { mainResult: { stage: 'we need something from you', next: { step: 'read' } }, messages },
      new Date(`${day}T15:00:00`),
    ).heading;
  expect(headingAfter([theirs], '2026-11-21')).toBe('We have your answer');
  expect(headingAfter([theirs, ours], '2026-11-21')).toBe('We wrote to you at 2:05 pm');
  expect(headingAfter([theirs, ours], '2026-11-22')).toBe('We wrote to you on 21 November, 2:05 pm your time');
  expect(headingAfter([ours, theirs], '2026-11-21')).toBe('We have your answer');
});
