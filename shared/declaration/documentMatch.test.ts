import { documentWarnings, comparedFact, isOtherScript, type DocumentOwner } from './documentMatch.ts';

const owner = (changes: Partial<DocumentOwner> = {}): DocumentOwner => ({
  last_name: 'Raghunathan-Krishnamurthy',
  passport_number: 'Z0000271',
  familyMember: [],
  ...changes,
});
const familyMember = {
  family_member_name: 'Dev',
  family_passport_number: 'Z 0000300',
  family_nationality: null,
  family_other_nationalities: null,
  family_relationship: null,
};

const unsuspected: [what: string, text: string, changes?: Partial<DocumentOwner>][] = [
  ['the order’s number', 'Passport number: Z0000271'],
  ['the order’s number with blanks and hyphens', 'Passport no. Z 0000-271'],
  ['the order’s number in lower case', 'passport z0000271'],
  ['the order’s number in full-width characters', 'Passport Ｚ００００２７１'],
  ['the order’s number across two lines', 'Passport Z0000\n271'],
  ['the order’s number and another', 'Z0000217 and Z0000271'],
  ['no number', 'New Zealand Traveller Declaration'],
  ['numbers of other kinds', 'Order 100471, flight NZ0123, 2026-11-22, telephone 02155501234'],
  ['a family member’s number', 'Passport Z0000300', { familyMember: [familyMember] }],
  ['another number, while the order has none', 'Passport Z0000217', { passport_number: null }],
];
test.each(unsuspected)('a document that contains %s has no passport warning', (_what, text, changes = {}) => {
  expect(documentWarnings(text, owner({ last_name: '', ...changes }))).toEqual([]);
});

const suspected: [what: string, text: string, other: string, changes?: Partial<DocumentOwner>][] = [
  ['another number', 'Passport number: Z0000217', 'Z0000217'],
  ['another number without the word', 'Traveller Z0000217 Doe', 'Z0000217'],
  ['another number of digits only', 'Passport No.: 912345678', '912345678'],
  ['another number and a family member’s', 'Z0000300, Z0000217', 'Z0000217', { familyMember: [familyMember] }],
  ['a longer number that starts with the order’s', 'Passport Z00002712', 'Z00002712'],
];
test.each(suspected)('a document with %s has a warning with both numbers', (_what, text, other, changes = {}) => {
  expect(documentWarnings(text, owner({ last_name: '', ...changes }))).toEqual([
    `Passport: ${other} on the document, Z0000271 on the order.`,
  ]);
});

const named: [surname: string, text: string][] = [
  ['Raghunathan-Krishnamurthy', 'Ananya RAGHUNATHAN KRISHNAMURTHY'],
  ['Raghunathan-Krishnamurthy', 'RAGHUNATHANKRISHNAMURTHY/ANANYA'],
  ['Raghunathan-Krishnamurthy', 'Raghunathan-\nKrishnamurthy'],
  ['Ní Bhriain', 'Siobhan NI BHRIAIN'],
  ['Nı Bhriain', 'NI BHRIAIN'],
  ["O'Brien", 'O’BRIEN, Mere'],
  ["O'Brien", 'OBRIEN'],
  ['Müller', 'Mu\u0308ller'],
  ['Groß', 'GROSS'],
  ['Sørensen', 'SORENSEN'],
  ['Li', 'LI, Wei'],
  ['山田', '氏名 山田太郎'],
  ['Петрова', 'ПЕТРОВА Анна'],
  ['الحسن', 'ليلى الحسن'],
  ['김', '김민준'],
];
test.each(named)('%s is found in "%s"', (last_name, text) => {
  expect(documentWarnings(text, owner({ last_name }))).toEqual([]);
});

test.each([
  ['Li', 'In compliance with the rules of Liam'],
  ['Smith', 'Smithson'],
  ['Петрова', 'PETROVA ANNA'],
  ['a.*b', 'axxxb'],
  ['Te Ariki', 'Ariki Te'],
])('%s is not found in "%s"', (last_name, text) => {
  expect(documentWarnings(text, owner({ last_name, passport_number: null }))).toEqual([
    `Surname: not found on the document, ${last_name} on the order.`,
  ]);
});

test.each([
  ['Z0000271, Doe', 'Z0000271', 'not found'],
  ['Z0000217, Rangi', 'Z0000217', 'Rangi'],
  ['Doe', 'not found', 'not found'],
  ['Passport Z0000300, Doe', 'Z0000300', 'not found'],
])('a warning about one fact also says whether the other matches: %s', (text, passport, surname) => {
  expect(documentWarnings(text, owner({ last_name: 'Rangi', familyMember: [familyMember] }))).toEqual([
    `Passport: ${passport} on the document, Z0000271 on the order.`,
    `Surname: ${surname} on the document, Rangi on the order.`,
  ]);
});

test.each([
  ['no text at all', ''],
  ['nothing but blanks and marks', ' \n\f · — '],
])('%s has no warning', (_what, text) => {
  expect(documentWarnings(text, owner())).toEqual([]);
});

test('an order without a surname has no surname check', () => {
  expect(documentWarnings('Z0000271', owner({ last_name: ' ' }))).toEqual([]);
});

test('a text of only symbols after "passport" is scanned once', () => {
  // A scan that restarted at every symbol would take minutes, and the test would time out.
  expect(documentWarnings(`PASSPORT ${'.'.repeat(200_000)} x`, owner({ last_name: '' }))).toEqual([]);
});

const thai = owner({ last_name: 'สมศรี' });
test.each([
  ['Passport Z0000271, Surname SOMSRI', thai],
  ['Паспорт Z 0000-271, Петрова Анна', owner({ last_name: 'Petrova' })],
])('a matching passport number with the name in another script gives a note, not a warning: %s', (text, of) => {
  expect([documentWarnings(text, of), isOtherScript(text, of)]).toEqual([[], true]);
});

test.each([
  ['another passport number', 'Passport Z0000217, Surname SOMSRI', thai],
  ['no passport number', 'Surname SOMSRI', thai],
  ['another name in the same script', 'Z0000271 สมชาย', thai],
  ['another name in Latin letters', 'Z0000271 DOE', owner({ last_name: 'Tane' })],
  ['a name in letters of both scripts', 'Паспорт Z0000271, DOE', owner({ last_name: 'Petrova' })],
  ['nothing but the number', 'Z0000271, 2026', owner({ last_name: 'Petrova' })],
])('with %s there is still a warning', (_what, text, of) => {
  expect([documentWarnings(text, of).length > 0, isOtherScript(text, of)]).toEqual([true, false]);
});

test('each warning can be parsed for a table; an older wording stays a sentence', () => {
  const warnings = documentWarnings('Passport Z0000271', owner({ last_name: 'Somsri, the 3rd' }));
  expect(warnings.map(comparedFact)).toEqual([
    { what: 'Passport', document: 'Z0000271', order: 'Z0000271', matches: true },
    { what: 'Surname', document: 'not found', order: 'Somsri, the 3rd', matches: false },
  ]);
  expect(comparedFact('The document does not name Tane.')).toBeNull();
});
