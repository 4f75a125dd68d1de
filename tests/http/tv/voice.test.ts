import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { CLIP_TEXTS } from '#domain/voice/clips'
import { VOICE_LANGUAGES, type VoiceLanguage } from '#domain/voice/languages'
import { isJoinable } from '../../../server/storage/validate-mp3.ts'
import { type Client, clientPerTest, withTestApp } from '../../support/server/test-app.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { recording, register } from '../../support/server/write-requests.ts'

const FOLDER = 'static/voice'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

function join(language: VoiceLanguage, clips: string) {
  const files = clips.split(' ').map(clip => readFileSync(`${FOLDER}/${language}/${clip}.mp3`))
  return Buffer.concat(files)
}

async function getMp3(client: Client, path: string) {
  const { headers, bytes } = await client(path)
  expect(headers.get('content-type')).toBe('audio/mpeg')
  return Buffer.from(bytes)
}

async function aTv(options: object = {}) {
  const json = { userId: 1, name: 'Hall' }
  const { token, device } = (await admin.post('/api/tv-devices', json)).body
  await admin.patch(`/api/tv-devices/${device.id}`, options)
  return {
    voice: (sequence: number, file: string) => `/api/tv/${token}/calls/${sequence}/voice/${file}`,
  }
}

async function callNewPatient(windowId: number) {
  const id = await register(admin)
  const json = { status: 'called', windowId }
  await admin.step(id, json)
  return id
}

describe('a call on a TV', () => {
  test('is spoken as its clips, byte for byte, in each language', async () => {
    const { voice } = await aTv()
    await callNewPatient(ROOMS.two)
    for (const [language, clips] of [
      ['ms', 'number 0 0 1 go-to room 2'],
      ['en', 'number 0 0 1 go-to room 2'],
      ['zh', '0 0 1 suffix go-to 2 suffix room'],
      ['ta', 'number 0 0 1 room 2 go-to'],
    ] as const) {
      const mp3 = await getMp3(ctx.signedOut, voice(1, `${language}.mp3`))
      expect(mp3.equals(join(language, clips))).toBe(true)
    }
  })

  test('that is not shown there, was taken back, or never was, is not found', async () => {
    const { voice } = await aTv({ rooms: [ROOMS.one] })
    await callNewPatient(ROOMS.two)
    const id = await callNewPatient(ROOMS.one)
    const getStatus = async (sequence: number) =>
      (await ctx.signedOut(voice(sequence, 'ms.mp3'))).status
    expect([await getStatus(1), await getStatus(2), await getStatus(99)]).toEqual([404, 200, 404])
    // Nor is one in a language that is not there.
    expect((await ctx.signedOut(voice(2, 'fr.mp3'))).status).toBe(404)
    await admin.post(`/api/patients/${id}/undo`, { seenSteps: 2 })
    expect(await getStatus(2)).toBe(404)
  })

  test('is not that of another call with this sequence, after a restore of older data', async () => {
    const { voice } = await aTv()
    await callNewPatient(ROOMS.two)
    const getStatus = async (at: string) =>
      (await ctx.signedOut(`${voice(1, 'ms.mp3')}?at=${at}`)).status
    const calledAt = ctx.clinic.now()
    expect([await getStatus(calledAt), await getStatus('2026-11-20T01:00:00.000Z')]).toEqual([
      200, 404,
    ])
  })

  test('to a room with an unknown name is the number alone, until an administrator chooses', async () => {
    const { voice } = await aTv()
    await admin.renameRoom(ROOMS.one, 'Klinik Pakar 4')
    await callNewPatient(ROOMS.one)
    expect(await getMp3(ctx.signedOut, voice(1, 'ms.mp3'))).toEqual(join('ms', 'number 0 0 1'))
    const chosen = { method: 'PUT', json: { spokenAs: 'consultation' } }
    expect((await admin(`/api/windows/${ROOMS.one}/voice`, chosen)).body.spokenAs).toBe(
      'consultation',
    )
    expect(await getMp3(ctx.signedOut, voice(1, 'ms.mp3'))).toEqual(
      join('ms', 'number 0 0 1 go-to consultation 4'),
    )
  })
})

test('a desk hears what a TV plays', async () => {
  await admin.put(`/api/windows/${ROOMS.one}/voice`, { spokenAs: 'lab' })
  const path = `/api/voice/en/call.mp3?number=12&room=Room%201&roomId=${ROOMS.one}`
  const nurse = await ctx.nurse()
  expect(await getMp3(nurse, path)).toEqual(join('en', 'number 0 1 2 go-to lab 1'))
  expect((await nurse('/api/voice/en/call.mp3?number=x')).status).toBe(400)
  expect((await admin('/api/voice/zh/clips/number.mp3')).status).toBe(404)
})

describe("a clinic's own recording", () => {
  const put = (language: string, clip: string, from = 'ms/counter') =>
    admin.put(`/api/voice/recordings/${language}/${clip}`, undefined, {
      body: recording(`${FOLDER}/${from}.mp3`),
    })

  test('replaces a clip until it is deleted', async () => {
    const hear = () => getMp3(admin, '/api/voice/ms/call.mp3?number=1&room=Bilik%202')
    expect((await put('ms', 'room')).status).toBe(200)
    expect(await hear()).toEqual(join('ms', 'number 0 0 1 go-to counter 2'))
    expect((await admin('/api/voice/recordings')).body).toMatchObject([
      { language: 'ms', clip: 'room' },
    ])
    await admin.delete('/api/voice/recordings/ms/room')
    expect(await hear()).toEqual(join('ms', 'number 0 0 1 go-to room 2'))
  })

  test('is all that is said of a room, and goes with it', async () => {
    const clip = `room-${ROOMS.one}`
    expect((await put('ms', clip, 'ms/lab')).status).toBe(200)
    const path = `call.mp3?number=1&room=Room%201&roomId=${ROOMS.one}`
    expect(await getMp3(admin, `/api/voice/ms/${path}`)).toEqual(
      join('ms', 'number 0 0 1 go-to lab'),
    )
    // In a language without one, its name tells.
    expect(await getMp3(admin, `/api/voice/en/${path}`)).toEqual(
      join('en', 'number 0 0 1 go-to room 1'),
    )
    await admin.delete(`/api/windows/${ROOMS.one}`)
    expect((await admin('/api/voice/recordings')).body).toEqual([])
  })

  test('and a chosen kind do not outlive the name of their room', async () => {
    await put('ms', `room-${ROOMS.one}`)
    const choose = { method: 'PUT', json: { spokenAs: 'lab' } }
    await admin(`/api/windows/${ROOMS.one}/voice`, choose)
    const rename = (name: string) => admin.renameRoom(ROOMS.one, name)
    expect((await rename('ROOM 1')).body.spokenAs).toBe('lab')
    expect((await admin('/api/voice/recordings')).body).toHaveLength(1)
    expect((await rename('Room 77')).body.spokenAs).toBeNull()
    expect((await admin('/api/voice/recordings')).body).toEqual([])
  })

  test('is refused in a sentence if it cannot be joined', async () => {
    for (const [language, clip, from, status, error] of [
      ['ms', 'room', '../sounds/airport_call', 413, 'Recordings can be up to 8 seconds long'],
      ['ms', 'bell', 'ms/lab', 404, 'Not found'],
      ['fr', 'room', 'ms/lab', 404, 'Not found'],
      ['ms', 'room-99', 'ms/lab', 404, 'This room no longer exists'],
    ] as const) {
      expect(await put(language, clip, from)).toMatchObject({ status, body: { error } })
    }
    const file = new FormData()
    file.set('file', new File(['not an mp3'], 'clip.mp3'))
    const path = '/api/voice/recordings/ms/room'
    expect(await admin.put(path, undefined, { body: file })).toMatchObject({
      status: 400,
      body: { error: 'This recording is not in the format of the voice' },
    })
    expect((await admin('/api/voice/recordings')).body).toEqual([])
  })
})

test('every text has a clip that can be joined; together they are at most 600 kB, and say what made them', () => {
  let bytes = 0
  for (const language of VOICE_LANGUAGES) {
    const files = readdirSync(`${FOLDER}/${language}`)
    expect(files.toSorted()).toEqual(
      Object.keys(CLIP_TEXTS[language])
        .map(clip => `${clip}.mp3`)
        .toSorted(),
    )
    for (const file of files) {
      expect(isJoinable(readFileSync(`${FOLDER}/${language}/${file}`))).toBe(true)
      bytes += statSync(`${FOLDER}/${language}/${file}`).size
    }
  }
  expect(bytes).toBeLessThan(600_000)
  const origin = JSON.parse(readFileSync('server/build/voice/origin.json', 'utf8'))
  expect(origin).toMatchObject({ texts: CLIP_TEXTS, voices: { ms: 'ms' } })
  expect(origin.letterVoices).toMatchObject({ ms: 'ms', zh: origin.voices.en })
  expect(origin.generator).toMatch(/^eSpeak NG .*\d$/)
})
