import {
  addRoom,
  call,
  expect,
  openScreen,
  register,
  stopClock,
} from '../../support/screens/fixtures.ts'
import { getPosition, holdSound, recordSounds } from '../../support/screens/sounds.ts'
import { test } from '../../support/screens/tv-fixtures.ts'

test('what an administrator turns on, a TV speaks after the sound, until the call is taken back', {
  tag: '@waits',
}, async ({ desk, tv, openTv }) => {
  const spoken: string[] = []
  tv.on('request', request => {
    const [, voice] = /\/voice\/(\w+)\.mp3(?:\?|$)/.exec(request.url()) ?? []
    if (voice) spoken.push(voice)
  })
  await recordSounds(tv)
  await tv.clock.install()
  await openTv()
  await openScreen(desk, '/settings?section=sound', 'SettingsScreen')
  await desk.getByRole('switch', { name: 'Speak number and room' }).check()
  await expect(desk.getByRole('combobox', { name: 'First language' })).toHaveValue('ms')
  await desk.getByRole('combobox', { name: 'Second language' }).selectOption('ta')
  const isKnown = tv.waitForResponse('**/settings')
  await desk.getByRole('button', { name: 'Save all' }).click()
  await isKnown

  await register(desk, 'ali', 'mei')
  const first = tv.waitForResponse(/\/calls\/1\/voice\/ms\.mp3/)
  await call(desk, 1)
  expect((await first).headers()['content-type']).toBe('audio/mpeg')
  await expect(tv.locator('.overlay')).toBeVisible()
  await tv.waitForResponse(/\/calls\/1\/voice\/ta\.mp3/)
  // Longer than the five seconds of a silent call.
  await expect(tv.locator('.overlay')).toBeVisible()
  await expect.poll(() => getPosition(tv)).toBeGreaterThan(0)
  await holdSound(tv)
  await stopClock(tv)
  await desk.request.post('/api/patients/1/undo', { data: { seenSteps: 2 } })
  await expect(tv.locator('.overlay')).toHaveCount(0)
  await expect.poll(() => getPosition(tv)).toBe(0)
  expect(spoken).toEqual(['ms', 'ta'])
})

test('joined clips are one sound, with silence between the words', async ({ desk }) => {
  await desk.goto('/displays')
  for (const [language, order] of [
    ['ms', 'number 1 0 2 go-to room 3'],
    ['en', 'number 1 0 2 go-to room 3'],
    ['ta', 'number 1 0 2 room 3 go-to'],
  ] as const) {
    const { likeness, noise } = await desk.evaluate(compare, {
      whole: `/api/voice/${language}/call.mp3?number=102&room=Room%203`,
      parts: order.split(' ').map(clip => `/voice/${language}/${clip}.mp3`),
    })
    expect(Math.min(...likeness)).toBeGreaterThan(0.99)
    expect(Math.max(...noise)).toBeLessThan(0.02)
  }
})

test('a room is heard, what is said of it is chosen, and recorded; letters are folded apart', async ({
  desk,
}) => {
  for (const name of ['Klinik Pakar', 'Bilik 2']) {
    await addRoom(desk, name)
  }
  await openScreen(desk, '/displays?tab=voice', 'DisplaysScreen')
  const voice = desk.getByRole('region', { name: 'Voice' })
  const type = voice.getByRole('combobox', { name: 'Klinik Pakar' })
  await expect(type.locator('option:checked')).toHaveText('By its name: only the number')
  await expect(voice.getByText('Sounds the same as Room 2.')).toBeVisible()
  await expect(voice.getByText('Sounds the same as Bilik 2.')).toBeVisible()
  const hear = async () => {
    const response = desk.waitForResponse(/\/api\/voice\/ms\/call\.mp3/)
    await voice.getByRole('button', { name: 'Play Klinik Pakar', exact: true }).click()
    return (await (await response).body()).length
  }
  const lengths = [await hear()]
  await type.selectOption('consultation')
  await expect(desk.locator('.toast')).toContainText('Room successfully updated')
  lengths.push(await hear())

  await voice.getByLabel('Recording for Klinik Pakar').setInputFiles({
    name: 'pakar.wav',
    mimeType: 'audio/wav',
    buffer: aTone(1.2),
  })
  await expect(desk.locator('.toast')).toContainText('Recording saved')
  lengths.push(await hear())
  // Number alone, number and kind, number and 1.2 s.
  const [alone = 0, typed = 0, recorded = 0] = lengths
  expect([typed > alone, recorded > alone, recorded !== typed]).toEqual([true, true, true])

  await voice.getByLabel('Recording for Klinik Pakar').setInputFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('not a sound'),
  })
  await expect(desk.locator('.toast')).toContainText('This file is not a sound')
  await voice.getByRole('button', { name: 'Remove the recording of Klinik Pakar' }).click()
  await expect(desk.locator('.toast')).toContainText('Recording removed')
  expect(await hear()).toBe(typed)

  const letter = voice.getByRole('button', { name: 'Play B', exact: true })
  await voice.getByText('Words', { exact: true }).click()
  await expect(voice.getByRole('button', { name: 'Play bilik', exact: true })).toBeVisible()
  await expect(letter).toBeHidden()
  await voice.getByText('Letters', { exact: true }).click()
  const heard = desk.waitForResponse(/\/api\/voice\/ms\/clips\/b\.mp3/)
  await letter.click()
  expect((await heard).ok()).toBe(true)
})

/**
 * Runs in the page: how much each part of the whole is like its clip (1 is equal), and the loudest
 * sample within 30 ms of each join, relative to the loudest of all.
 */
async function compare({ whole, parts }: { whole: string; parts: string[] }) {
  const RATE = 22_050
  const AROUND_JOIN = 0.03 * RATE
  async function decode(path: string) {
    const bytes = await (await fetch(path)).arrayBuffer()
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes)
    return sound.getChannelData(0)
  }
  const joined = await decode(whole)
  const loudest = (samples: Float32Array) =>
    samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  const sum = (samples: Float32Array) => samples.reduce((total, sample) => total + sample, 0)
  const power = (samples: Float32Array) => sum(samples.map(sample => sample * sample))
  const likeness: number[] = []
  const noise: number[] = []
  let start = 0
  for (const clip of await Promise.all(parts.map(decode))) {
    const part = joined.subarray(start, start + clip.length)
    const both = sum(part.map((sample, at) => sample * (clip[at] ?? 0)))
    likeness.push(both / Math.sqrt(power(part) * power(clip)))
    if (start > 0) noise.push(loudest(joined.subarray(start - AROUND_JOIN, start + AROUND_JOIN)))
    start += clip.length
  }
  const peak = loudest(joined)
  return { likeness, noise: noise.map(level => level / peak) }
}

/** A WAV file with a tone, as a person might record it: 44.1 kHz, two channels, quiet. */
function aTone(seconds: number) {
  const RATE = 44_100
  const samples = Array.from({ length: RATE * seconds }, (_, at) =>
    Math.round(2_000 * Math.sin(at / 20)),
  )
  const wav = Buffer.alloc(44 + samples.length * 4)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 4, 28)
  wav.writeUInt16LE(4, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples.length * 4, 40)
  for (const [at, sample] of samples.entries()) {
    wav.writeInt16LE(sample, 44 + at * 4)
    wav.writeInt16LE(sample, 46 + at * 4)
  }
  return wav
}
