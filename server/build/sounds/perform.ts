import { hall } from './hall'

export const RATE = 44_100

/** A voice for one note: asked for each sample in turn, `time` in seconds since the note began. */
export type Voice = (hz: number, lasts: number) => (time: number) => number
/** Frequency in Hz, start and length in seconds, loudness beside the other notes of the score. */
type Note = { voice: Voice; hz: number; at: number; lasts: number; loud: number }
/** `echo` is the hall's share in the sound, 0-1; the echo rings on for `after` seconds. */
export type Score = { notes: Note[]; echo?: number; after?: number }

export function perform({ notes, echo = 0, after = 0 }: Score) {
  const seconds = Math.max(...notes.map(({ at, lasts }) => at + lasts)) + after
  const samples = new Float32Array(Math.ceil(seconds * RATE))
  for (const note of notes) add(samples, note)
  return echo > 0 ? hall(samples, echo) : samples
}

function add(samples: Float32Array, { voice, hz, at, lasts, loud }: Note) {
  const first = Math.floor(at * RATE)
  const end = Math.min(samples.length, first + Math.ceil(lasts * RATE))
  const sound = voice(hz, lasts)
  for (let index = first; index < end; index++) {
    samples[index] = (samples[index] ?? 0) + loud * sound((index - first) / RATE)
  }
}

/** Notes as written down: 'C5+E5 0.3 1.2 0.8' is a chord, its start, its length, its loudness. */
export function part(voice: Voice, written: string): Note[] {
  return written.split('|').flatMap(text => {
    const [pitches = '', at, lasts, loud = 1] = text.trim().split(' ')
    const played = { voice, at: Number(at), lasts: Number(lasts), loud: Number(loud) }
    return pitches.split('+').map(pitch => ({ ...played, hz: hertz(pitch) }))
  })
}

const SEMITONES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** 'A4' is 440 Hz; 'F#5' and 'Bb4' as musicians write them. */
function hertz(pitch: string) {
  const [, letter = '', sign, octave] = /^([A-G])([#b]?)(\d)$/.exec(pitch) ?? []
  const semitone = SEMITONES[letter]
  if (semitone === undefined) throw new Error(`${pitch} is no pitch: write C5, F#5 or Bb4`)
  const shift = sign === '#' ? 1 : sign === 'b' ? -1 : 0
  return 440 * 2 ** ((semitone + shift - 9) / 12 + Number(octave) - 4)
}
