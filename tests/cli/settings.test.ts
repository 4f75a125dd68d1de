import { expect, test } from 'bun:test'
import { COMMANDS } from '../../server/cli/commands.ts'
import { formatLogLine } from '../../server/cli/logs.ts'
import { findNetworkDisk } from '../../server/config/file-access.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { describeProgram, type Start } from '../../server/config/program.ts'
import { parseEnvironmentFile } from '../../server/config/service-settings.ts'
import { KUALA_LUMPUR } from '../support/samples.ts'

/** What systemd 257 makes of the same lines. */
test.each<[string, Record<string, string>]>([
  ['PORT=80', { PORT: '80' }],
  ['  PORT = 80  \r\nHOST=127.0.0.1\r\n', { PORT: '80', HOST: '127.0.0.1' }],
  ['\uFEFFPORT=80', { PORT: '80' }],
  ['#PORT=1\n; PORT=2\n#a \\\nPORT=3', {}],
  ['A="two words" \nB=\'it is "so"\'', { A: 'two words', B: 'it is "so"' }],
  ['A="say \\"no\\" for \\$5"\nB=a\\ b', { A: 'say "no" for $5', B: 'a b' }],
  ['A=one \\\ntwo\nB="three\nfour"', { A: 'one two', B: 'three\nfour' }],
  ['A=80 # not a comment', { A: '80 # not a comment' }],
  ['A=\nA=2', { A: '2' }],
  ['A=x=y', { A: 'x=y' }],
])('the settings file %j is read as systemd reads it', (text, variables) => {
  expect(parseEnvironmentFile(text)).toEqual({ variables, ignoredLines: [] })
})

test('lines that say nothing are named by their numbers', () => {
  const text = 'PORT=80\n\nexport HOST=x\n# fine\nLOG_LEVEL: debug\nA="two\nlines"\nset B=1\n'
  expect(parseEnvironmentFile(text)).toEqual({
    variables: { PORT: '80', A: 'two\nlines' },
    ignoredLines: [3, 5, 8],
  })
})

test("unknown names of the service's file are reported, and those of other programs are not", () => {
  const readService = () => ({ env: { CLINIC_PORT: '81', PORT: '80' }, warnings: ['Line 6.'] })
  const config = parseConfig([], { XDG_DATA_DIRS: 'x', TIMEZONE: 'x' }, COMMANDS, readService)
  expect(config.warnings).toEqual(['Line 6.', 'CLINIC_PORT is not one of the settings.'])
})

const SOURCE: Start = {
  execPath: '/home/ali/.bun/bin/bun',
  isCompiled: false,
  cwd: '/',
  isOnPath: () => true,
}

const HOME = `${import.meta.dirname}/../..`
const asFile = (execPath: string, cwd: string) => ({ isCompiled: true, execPath, cwd })
const isOnPath = () => false

test.each<[string, Partial<Start>, RegExp]>([
  ['with Bun from its own folder', { cwd: HOME }, /^bun server\/main\.ts$/],
  ['by npx', { cwd: HOME, isOnPath }, /^npx bun server/],
  // Quoted if the checkout is in a folder with a space.
  ['from another folder', { cwd: import.meta.dirname }, /^bun ('?)\/.*\/server\/main\.ts\1$/],
  ['as a file beside', { ...asFile('/srv/clinic', '/srv'), isOnPath }, /^\.\/clinic$/],
  ['as a file elsewhere', { ...asFile('/a b/clinic', '/tmp'), isOnPath }, /^'\/a b\/clinic'$/],
  ['as a file on the path', asFile('/usr/local/bin/clinic', '/'), /^clinic$/],
])('started %s, the program is called what was typed', (_, start, name) => {
  expect(describeProgram({ ...SOURCE, ...start })).toMatch(name)
})

test('a data folder on a network share is known as one', () => {
  expect(findNetworkDisk('/', () => 0x6969)).toBe('NFS')
  expect(findNetworkDisk('/', () => 0xfe534d42)).toBe('SMB')
  expect(findNetworkDisk('/', () => 0xef53)).toBeNull()
  expect(findNetworkDisk('\\\\server\\clinic', () => 0)).toBe('SMB')
  expect(findNetworkDisk('\\\\?\\C:\\clinic', () => 0)).toBeNull()
})

test.each([
  [
    '{"at":"2026-11-25T16:59:22.657Z","level":"warn","message":"sign-in refused","user":null,"address":"192.168.1.7","status":401}',
    '2026-11-26 00:59:22  warn   sign-in refused: address 192.168.1.7, status 401',
  ],
  [
    '{"at":"2026-11-25T01:00:00.000Z","level":"error","message":"request failed","error":"Error: \\u001b[2Jx","stack":"    at a\\n    at b"}',
    '2026-11-25 09:00:00  error  request failed: error Error:  [2Jx\n    at a\n    at b',
  ],
  ['Started clinic-queue.service.', 'Started clinic-queue.service.'],
  ['{"at":"yesterday"}', '{"at":"yesterday"}'],
])('the line %s of the log can be read', (line, sentence) => {
  expect(formatLogLine(line, KUALA_LUMPUR)).toBe(sentence)
})
