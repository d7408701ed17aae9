// The accessibility page, English.
import type { Assist } from '#platform/assist.ts'

type Texts = {
  assists: Record<Assist, { label: string; text: string }>
  parts: { title: string; lines: string[] }[]
  /** what is not met yet, by the number of its criterion: the same as in docs/accessibility.md */
  known: Record<string, string>
}

const texts: Texts = {
  assists: {
    plain: { label: 'Plain language', text: 'Times in full words, and fewer choices at a time.' },
    motor: {
      label: 'Large buttons',
      text: 'Bigger targets in one column, nothing to drag, and your usual parking with one tap on Home.',
    },
    large: { label: 'Large-print receipts', text: 'For receipts you download or print.' },
    less: { label: 'Use less data', text: 'Maps and photos load when you ask for them.' },
  },
  parts: [
    {
      title: 'Our standard',
      lines: [
        'ParkIt is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA. They include WCAG 2.1 AA, which US cities must meet under ADA Title II.',
        'PDF receipts are built to the document rules of EN 301 549.',
      ],
    },
    {
      title: 'How we check it',
      lines: [
        'We check every screen automatically for each new version, and run whole parking sessions with a keyboard alone, in large text, and on small screens.',
        'Those checks can’t replace people. ParkIt hasn’t yet been tested by an outside organization or by drivers who use screen readers, switches, or voice control every day.',
      ],
    },
    {
      title: 'Tell us what doesn’t work',
      lines: [
        'Call or email us. Tell us what you tried to do, on which phone or computer, and what you use with it, such as a screen reader.',
      ],
    },
  ],
  known: {
    '1.1.1': 'Photos in chat have only their file’s name.',
  },
}

export const en = {
  ...texts,
  title: 'Accessibility',
  lead: 'Everyone should be able to park, pay, and get help with ParkIt.',
  settings: 'Settings on this device',
  knownTitle: 'What to know',
  limits: [
    'Street names on the map can’t be read aloud. Every place on the map is in the list too.',
    'Your card number and your bank’s confirmation are on pages of the card company and your bank, which we don’t make.',
  ],
  item: (text: string, criterion: string) => `${text} (WCAG ${criterion})`,
  reviewed: (date: string) => `Last reviewed ${date}.`,
}
