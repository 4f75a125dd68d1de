import { type BackgroundTarget, getColorKey } from '#domain/settings/background'

/** What can be painted solid or with a gradient, or one colour alone, with its name on the screen. */
type BackgroundChoice = { painted: BackgroundTarget; label: string }
type ColorChoice = { key: string; label: string }
type ColorCard = {
  title: string
  about: string
  paints: BackgroundChoice[]
  colours: ColorChoice[]
}

const background = (painted: BackgroundTarget, label: string): BackgroundChoice => ({
  painted,
  label,
})
const color = (key: string, label: string): ColorChoice => ({ key, label })

/** The cards of "Theme and Color Settings" that hold nothing but colours, in their order. */
export const COLOR_CARDS: ColorCard[] = [
  {
    title: 'Header Display',
    about: 'The band with the clinic name, and the word CALLING.',
    paints: [background('headerText', 'Text'), background('headerBackground', 'Background')],
    colours: [],
  },
  {
    title: 'Clinic Name Text',
    about: 'The clinic name on the display.',
    paints: [background('clinicNameText', 'Text')],
    colours: [],
  },
  {
    title: 'Current Call Display',
    about: 'The patient being called, and the room.',
    paints: [
      background('callNameText', 'Patient name'),
      background('windowText', 'Room name'),
      background('callBackground', 'Background'),
    ],
    colours: [color('callBorderColor', 'Border')],
  },
  {
    title: 'Highlight Box for patient calling',
    about: 'The field over the whole picture when somebody is called.',
    paints: [],
    colours: [
      color('modalBackgroundColor', 'Background'),
      color('modalBorderColor', 'Border'),
      color('modalTextColor', 'Text'),
    ],
  },
  {
    title: 'Prayer Times Display',
    about: 'The panel with the five prayers.',
    paints: [
      background('prayerTimesText', 'Text'),
      background('prayerTimesBackground', 'Background'),
    ],
    colours: [color('prayerTimesHighlightColor', 'Next prayer')],
  },
  {
    title: 'Weather Display',
    about: 'The panel with the weather.',
    paints: [background('weatherText', 'Text'), background('weatherBackground', 'Background')],
    colours: [],
  },
  {
    title: 'Queue List Display',
    about: 'Who was called before.',
    paints: [
      background('queueText', 'Column heads'),
      background('queueBackground', 'Background'),
      background('queueItemBackground', 'Row'),
      background('historyName', 'Patient name'),
    ],
    colours: [
      color('queueHighlightColor', 'Mark of the newest'),
      color('queueBorderColor', 'Border'),
    ],
  },
]

/** The keys that a card's choices are kept under. */
export function cardKeys({ paints, colours }: Pick<ColorCard, 'paints' | 'colours'>) {
  return [
    ...paints.flatMap(({ painted }) => backgroundKeys(painted)),
    ...colours.map(({ key }) => key),
  ]
}

export function backgroundKeys(painted: BackgroundTarget) {
  return [getColorKey(painted), `${painted}Mode`, `${painted}Gradient`]
}
