import { type BackgroundTarget, getColorKey } from '../../ui/background.ts'

type BackgroundChoice = { painted: BackgroundTarget; label: string }
type ColorChoice = { key: string; label: string }
type ColorCard = {
  title: string
  about: string
  backgrounds: BackgroundChoice[]
  colors: ColorChoice[]
}

const background = (painted: BackgroundTarget, label: string): BackgroundChoice => ({
  painted,
  label,
})
const color = (key: string, label: string): ColorChoice => ({ key, label })

/** The color cards of "Theme and Color Settings", in their order. */
export const COLOR_CARDS: ColorCard[] = [
  {
    title: 'Header Display',
    about: 'The bar with the clinic name and the heading CALLING.',
    backgrounds: [background('headerText', 'Text'), background('headerBackground', 'Background')],
    colors: [],
  },
  {
    title: 'Clinic Name Text',
    about: 'The clinic name on the display.',
    backgrounds: [background('clinicNameText', 'Text')],
    colors: [],
  },
  {
    title: 'Current Call Display',
    about: 'The patient being called and the room.',
    backgrounds: [
      background('callNameText', 'Patient name'),
      background('windowText', 'Room name'),
      background('callBackground', 'Background'),
    ],
    colors: [color('callBorderColor', 'Border')],
  },
  {
    title: 'Highlight Box for patient calling',
    about: 'The box over the whole display when a patient is called.',
    backgrounds: [],
    colors: [
      color('modalBackgroundColor', 'Background'),
      color('modalBorderColor', 'Border'),
      color('modalTextColor', 'Text'),
    ],
  },
  {
    title: 'Prayer Times Display',
    about: 'The panel with the five prayers.',
    backgrounds: [
      background('prayerTimesText', 'Text'),
      background('prayerTimesBackground', 'Background'),
    ],
    colors: [color('prayerTimesHighlightColor', 'Next prayer')],
  },
  {
    title: 'Weather Display',
    about: 'The panel with the weather.',
    backgrounds: [background('weatherText', 'Text'), background('weatherBackground', 'Background')],
    colors: [],
  },
  {
    title: 'Queue List Display',
    about: 'Earlier calls.',
    backgrounds: [
      background('queueText', 'Column headings'),
      background('queueBackground', 'Background'),
      background('queueItemBackground', 'Row'),
      background('historyName', 'Patient name'),
    ],
    colors: [color('queueHighlightColor', 'Newest call'), color('queueBorderColor', 'Border')],
  },
]

export function cardKeys({ backgrounds, colors }: Pick<ColorCard, 'backgrounds' | 'colors'>) {
  return [
    ...backgrounds.flatMap(({ painted }) => backgroundKeys(painted)),
    ...colors.map(({ key }) => key),
  ]
}

export function backgroundKeys(painted: BackgroundTarget) {
  return [getColorKey(painted), `${painted}Mode`, `${painted}Gradient`]
}
