import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, Fragment } from 'react';
import type { MailText } from '../mailText.ts';
import { darkStyles, letterStyles as styles } from './letterStyles.ts';

interface LetterProps {
  text: MailText;
  /** Whether it follows a dark theme of whoever reads it. */
  dark: boolean;
}

/**
 * A mail as HTML: one column of tables, no picture, no script, nothing that tracks. Elements are made by
 * calls, since the API runs no JSX (docs/decisions/23-letters.md).
 */
export function Letter({ text, dark }: LetterProps) {
  return h(
    Html,
    { lang: 'en' },
    h(LetterHead, { subject: text.subject, dark }),
    h(
      Body,
      { className: 'page', style: styles.page },
      // Outlook knows no greatest width, and takes the attribute.
      h(Container, { width: '600', style: styles.column }, h(Brand, { text }), h(Paper, { text }), h(Foot, { text })),
    ),
  );
}

function LetterHead({ subject, dark }: { subject: string; dark: boolean }) {
  return h(
    Head,
    null,
    h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: dark ? 'light dark' : 'light only' }),
    h('title', null, subject),
    dark && h('style', { dangerouslySetInnerHTML: { __html: darkStyles } }),
  );
}

const Brand = ({ text: { brand } }: { text: MailText }) =>
  h(Text, { className: 'words', style: styles.brand }, brand.name);

function Paper({ text: { heading, paragraphs, button, afterButton } }: { text: MailText }) {
  return h(
    Section,
    { className: 'paper', style: styles.paper },
    h(
      'div',
      { style: styles.inside },
      h(Heading, { className: 'words', style: styles.heading }, heading),
      h(Paragraphs, { paragraphs }),
      h(Button, { className: 'button', href: button.address, style: styles.button }, button.label),
      h(Paragraphs, { paragraphs: afterButton }),
    ),
  );
}

const Paragraphs = ({ paragraphs }: { paragraphs: readonly string[] }) =>
  paragraphs.map((words) => h(Text, { key: words, className: 'words', style: styles.paragraph }, words));

function Foot({ text: { brand, support, links } }: { text: MailText }) {
  return h(
    'div',
    { style: styles.foot },
    h(
      Text,
      { className: 'small', style: styles.small },
      support && h(Help, { support }),
      links.map(([label, address], index) =>
        h(Fragment, { key: label }, index > 0 && ' · ', h(SmallLink, { address, label })),
      ),
      links.length > 0 && h('br'),
      h(SmallLink, { address: brand.home, label: brand.domain }),
    ),
  );
}

const Help = ({ support }: { support: string }) =>
  h(Fragment, null, 'Need help? ', h(SmallLink, { address: support, label: 'Contact support' }), h('br'));

const SmallLink = ({ address, label }: { address: string; label: string }) =>
  h(Link, { className: 'link', href: address, style: styles.link }, label);
