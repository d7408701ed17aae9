// What ParkIt claims of the PDF receipt: EN 301 549 V3.2.1, chapter 10, with the tests that show it.
import type { Claim } from './criteria.ts'

export type Clause = { number: string; name: string; claim: Claim; why: string; tests: readonly string[] }

const tagged =
  'server/src/parking/sessions/session.test.ts: the receipt’s PDF is tagged, titled, and in the driver’s language'
const large =
  'server/src/parking/sessions/session.test.ts: the receipt in large print has the same text, at 18 points or more'

const clause = (number: string, name: string, claim: Claim, why: string, ...tests: string[]): Clause => ({
  number,
  name,
  claim,
  why,
  tests,
})

const noMedia = 'It has no audio or video.'
const noControls = 'It has no controls, fields, or links.'

export const clauses: readonly Clause[] = [
  clause('10.1.1.1', 'Non-text Content', 'supports', 'It has no pictures.', tagged),
  clause('10.1.2.1 to 10.1.2.5', 'Time-based Media', 'not applicable', noMedia),
  clause(
    '10.1.3.1',
    'Info and Relationships',
    'supports',
    'A heading, and a table whose rows are headed by their labels.',
    tagged,
  ),
  clause(
    '10.1.3.2',
    'Meaningful Sequence',
    'supports',
    'The tags are in reading order; Hindi has its text beside its drawing.',
    tagged,
  ),
  clause('10.1.3.3', 'Sensory Characteristics', 'supports', 'Nothing refers to shape, color, or place.', tagged),
  clause('10.1.3.4', 'Orientation', 'not applicable', 'A page is not turned by its content.'),
  clause('10.1.3.5', 'Identify Input Purpose', 'not applicable', noControls),
  clause('10.1.4.1', 'Use of Color', 'supports', 'All text is black.', tagged),
  clause('10.1.4.2', 'Audio Control', 'not applicable', noMedia),
  clause('10.1.4.3', 'Contrast (Minimum)', 'supports', 'Black on white.', tagged),
  clause('10.1.4.4', 'Resize Text', 'supports', 'A receipt in large print has letters of 18 points or more.', large),
  clause('10.1.4.5', 'Images of Text', 'supports', 'All text is text, in embedded fonts.', tagged),
  clause('10.1.4.10', 'Reflow', 'supports', 'A reader can flow the tagged text.', tagged),
  clause('10.1.4.11 to 10.1.4.13', 'Non-text Contrast, Text Spacing, Hover or Focus', 'not applicable', noControls),
  clause('10.2.1.1 to 10.2.5.4', 'Operable', 'not applicable', `${noControls} The next two rows are the exceptions.`),
  clause(
    '10.2.4.2',
    'Document Titled',
    'supports',
    'It has a title, which readers show in place of the file name.',
    tagged,
  ),
  clause('10.2.4.6', 'Headings and Labels', 'supports', 'Every row says what its value is.', tagged),
  clause('10.3.1.1', 'Language of Page', 'supports', 'English, Spanish, or Hindi, declared.', tagged),
  clause('10.3.1.2', 'Language of Parts', 'supports', 'Names of places are the only other words.', tagged),
  clause('10.3.2.1 to 10.3.3.4', 'Predictable, Input Assistance', 'not applicable', noControls),
  clause('10.4.1.1 to 10.4.1.3', 'Compatible', 'not applicable', noControls),
  clause('10.5, 10.6', 'Caption Positioning, Audio Description Timing', 'not applicable', noMedia),
]
