import type { TicketView } from '#domain/tickets/ticket-view'

type Signal = { tones: number[]; vibration: number[] }

/** `tones`: frequencies in Hz, in order. `vibration`: vibrations and pauses in ms. */
const SIGNALS: Partial<Record<TicketView['state'], Signal>> = {
  next: { tones: [660, 660], vibration: [200, 150, 200] },
  called: {
    tones: [660, 880, 1100, 660, 880, 1100],
    vibration: [500, 200, 500, 200, 500, 200, 500],
  },
}
const TONE_S = 0.35
const VOLUME = 0.4
const TITLE_EVERY_MS = 1_000
const TITLE_CHANGES = 60

export type Alarm = ReturnType<typeof createAlarm>

/** Rings once when the patient is next, and once for each call. A tap must run `arm` first. */
export function createAlarm() {
  let audio: AudioContext | null = null
  let known: string | null = null

  /** Identifies a state. Calling again counts as a new call. */
  const getKey = ({ state, at }: TicketView) => `${state} ${at ?? ''}`

  function arm(view: TicketView) {
    known = getKey(view)
    audio = openAudio()
    play({ tones: [660], vibration: [100] })
    void keepAwake()
    document.addEventListener('visibilitychange', () => void keepAwake())
  }

  function follow(view: TicketView, headline: string) {
    if (known === null || getKey(view) === known) return
    known = getKey(view)
    const signal = SIGNALS[view.state]
    if (!signal) return
    play(signal)
    changeTitle(headline)
  }

  function play({ tones, vibration }: Signal) {
    navigator.vibrate?.(vibration)
    if (audio === null) return
    void audio.resume()
    for (const [index, frequency] of tones.entries()) {
      const start = audio.currentTime + index * TONE_S
      const gain = audio.createGain()
      gain.gain.setValueAtTime(VOLUME, start)
      gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_S)
      const tone = audio.createOscillator()
      tone.frequency.value = frequency
      tone.connect(gain).connect(audio.destination)
      tone.start(start)
      tone.stop(start + TONE_S)
    }
  }

  return { arm, follow }
}

/** Returns null if the phone lacks AudioContext, as some from before 2021 do. It then vibrates. */
function openAudio() {
  try {
    return new AudioContext()
  } catch {
    return null
  }
}

async function keepAwake() {
  if (!document.hidden) await navigator.wakeLock?.request('screen').catch(() => {})
}

let stopTitle = () => {}

function changeTitle(headline: string) {
  stopTitle()
  const title = document.title
  let changes = 0
  const timer = setInterval(() => {
    document.title = changes % 2 === 0 ? headline : title
    if (++changes === TITLE_CHANGES) stopTitle()
  }, TITLE_EVERY_MS)
  stopTitle = () => {
    clearInterval(timer)
    document.title = title
  }
}
