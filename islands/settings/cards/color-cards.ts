import { colourKey, type Painted } from '#domain/settings/background'

/** What can be painted solid or with a gradient, or one colour alone, with its name on the screen. */
type Paint = { painted: Painted; label: string }
type Colour = { key: string; label: string }
type ColourCard = { title: string; about: string; paints: Paint[]; colours: Colour[] }

const group = (painted: Painted, label: string): Paint => ({ painted, label })
const colour = (key: string, label: string): Colour => ({ key, label })

/** The cards of "Theme and Color Settings" that hold nothing but colours, in their order. */
export const COLOUR_CARDS: ColourCard[] = [
  {
    title: 'Header Display',
    about: 'The band with the clinic name, and the word CALLING.',
    paints: [group('headerText', 'Text'), group('headerBackground', 'Background')],
    colours: [],
  },
  {
    title: 'Clinic Name Text',
    about: 'The clinic name on the display.',
    paints: [group('clinicNameText', 'Text')],
    colours: [],
  },
  {
    title: 'Current Call Display',
    about: 'The patient being called, and the room.',
    paints: [
      group('callNameText', 'Patient name'),
      group('windowText', 'Room name'),
      group('callBackground', 'Background'),
    ],
    colours: [colour('callBorderColor', 'Border')],
  },
  {
    title: 'Highlight Box for patient calling',
    about: 'The field over the whole picture when somebody is called.',
    paints: [],
    colours: [
      colour('modalBackgroundColor', 'Background'),
      colour('modalBorderColor', 'Border'),
      colour('modalTextColor', 'Text'),
    ],
  },
  {
    title: 'Prayer Times Display',
    about: 'The panel with the five prayers.',
    paints: [group('prayerTimesText', 'Text'), group('prayerTimesBackground', 'Background')],
    colours: [colour('prayerTimesHighlightColor', 'Next prayer')],
  },
  {
    title: 'Weather Display',
    about: 'The panel with the weather.',
    paints: [group('weatherText', 'Text'), group('weatherBackground', 'Background')],
    colours: [],
  },
  {
    title: 'Queue List Display',
    about: 'Who was called before.',
    paints: [
      group('queueText', 'Column heads'),
      group('queueBackground', 'Background'),
      group('queueItemBackground', 'Row'),
      group('historyName', 'Patient name'),
    ],
    colours: [
      colour('queueHighlightColor', 'Mark of the newest'),
      colour('queueBorderColor', 'Border'),
    ],
  },
]

/** The keys that a card's choices are kept under. */
export function keysOfCard({ paints, colours }: Pick<ColourCard, 'paints' | 'colours'>) {
  return [
    ...paints.flatMap(({ painted }) => keysOfPaint(painted)),
    ...colours.map(({ key }) => key),
  ]
}

export function keysOfPaint(painted: Painted) {
  return [colourKey(painted), `${painted}Mode`, `${painted}Gradient`]
}
