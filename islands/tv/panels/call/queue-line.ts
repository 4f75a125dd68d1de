import { formatNumbers } from '#domain/display/tv-options'
import type { ShownCalls } from '#domain/display/tv-patient'

const HEIGHT = 60

type Queue = Pick<ShownCalls, 'waitingCount' | 'missed'>

export function getQueueTexts({ waitingCount, missed }: Queue) {
  const texts = waitingCount === null ? [] : [`Waiting: ${waitingCount}`]
  if (missed.length > 0) {
    texts.push(`Missed: ${formatNumbers(missed)} - please tell the counter`)
  }
  return texts
}

/** In portrait each text has a line of its own. */
export function getLineHeight({ length }: string[], isPortrait: boolean) {
  return HEIGHT * (isPortrait ? length : Math.min(length, 1))
}
