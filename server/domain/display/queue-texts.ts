import { type TvWords, translate } from './words/translate.ts'

type QueueState = {
  waitingCount: number | null
  range: { low: number; high: number } | null
  /** Labels of patients who missed their call, latest first. */
  missed: string[]
}

export function getQueueTexts({ waitingCount, range, missed }: QueueState, words: TvWords) {
  const texts =
    waitingCount === null ? [] : [translate(words, 'Waiting: {count}', { count: waitingCount })]
  if (range) {
    const { low, high } = range
    texts.push(
      low === 0
        ? translate(words, 'Now up to {high} min', { high })
        : translate(words, 'Now about {low}-{high} min', { low, high }),
    )
  }
  if (missed.length > 0) {
    const numbers = missed.join(', ')
    texts.push(translate(words, 'Missed: {numbers} - please tell the counter', { numbers }))
  }
  return texts
}
