import { expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  createTask,
  getFirewallCommands,
  getRightsCommands,
  getTaskCommands,
  SETTINGS_TEMPLATE,
} from '../../server/cli/windows/service.ts'
import { parseSettings, readWindowsSettings } from '../../server/config/service-settings.ts'
import { getServicePaths } from '../../server/config/windows/installation.ts'

const paths = getServicePaths({
  ProgramFiles: 'D:\\Programs & Tools',
  ProgramData: 'D:\\ProgramData',
  SystemRoot: 'D:\\Windows',
})

test('program, data and settings are where Windows has such, on whichever disk that is', () => {
  expect(paths).toMatchObject({
    program: 'D:\\Programs & Tools\\Clinic Queue\\clinic-queue.exe',
    data: 'D:\\ProgramData\\Clinic Queue\\data',
    settings: 'D:\\ProgramData\\Clinic Queue\\clinic-queue.env',
  })
  expect(getServicePaths({}).data).toBe('C:\\ProgramData\\Clinic Queue\\data')
})

test('the task starts with the computer, as an account of few rights, once, and without an end', () => {
  const task = createTask(paths)
  expect(task).toContain(
    '<Command>D:\\Programs &amp; Tools\\Clinic Queue\\clinic-queue.exe</Command>',
  )
  expect(task).toContain('<Arguments>supervise</Arguments>')
  expect(task).toContain('<BootTrigger>')
  expect(task).toContain('<Interval>PT1M</Interval>')
  expect(task).toContain('<UserId>S-1-5-19</UserId>')
  expect(task).toContain('<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>')
  expect(task).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
  expect(task).not.toContain('true</DisallowStartIfOnBatteries>')
})

test('the data belongs to administrators, who share it with the service alone, by numbers of any language', () => {
  const icacls = 'D:\\Windows\\System32\\icacls.exe'
  const [owner = [], rights = [], ...others] = getRightsCommands(paths)
  expect(owner).toEqual([icacls, paths.home, '/setowner', '*S-1-5-32-544', '/T', '/C', '/Q'])
  expect(rights.slice(0, 4)).toEqual([icacls, paths.home, '/inheritance:r', '/grant:r'])
  expect(rights.filter(word => word.includes('S-1-5'))).toEqual([
    '*S-1-5-18:(OI)(CI)F',
    '*S-1-5-32-544:(OI)(CI)F',
    '*S-1-5-19:(OI)(CI)M',
  ])
  expect(others).toEqual([
    [icacls, paths.data, '/reset', '/T', '/C', '/Q'],
    [icacls, paths.settings, '/reset', '/T', '/C', '/Q'],
  ])
})

test('the firewall lets the own networks reach this program, and what was made goes again', () => {
  const { open, close } = getFirewallCommands(paths)
  expect(open[0]).toBe('D:\\Windows\\System32\\netsh.exe')
  expect(open).toContain(`program=${paths.program}`)
  expect(open).toContain('remoteip=localsubnet')
  expect(close).toContain('delete')
  expect(close.at(-1)).toBe('name=Clinic Queue')
  const schtasks = 'D:\\Windows\\System32\\schtasks.exe'
  expect(getTaskCommands(paths).remove).toEqual([schtasks, '/delete', '/tn', 'Clinic Queue', '/f'])
})

test.each([
  ['lines of Windows', Buffer.from('PORT=80\r\nBACKUP_DIR=E:\\new\\backups \r\n')],
  [
    'quotes and spaces',
    Buffer.from(' PORT = "80"\n# BACKUP_DIR=F:\\\nBACKUP_DIR=\'E:\\new\\backups\''),
  ],
  ['a byte order mark', Buffer.from('\uFEFFPORT=80\nBACKUP_DIR=E:\\new\\backups\n')],
  ["Notepad's Unicode", Buffer.from('\uFEFFPORT=80\r\nBACKUP_DIR=E:\\new\\backups\r\n', 'utf16le')],
])('settings are read with %s', (_, bytes) => {
  expect(parseSettings(bytes).variables).toEqual({ PORT: '80', BACKUP_DIR: 'E:\\new\\backups' })
})

test('the first settings set nothing, and show folders as Windows writes them', () => {
  expect(parseSettings(Buffer.from(SETTINGS_TEMPLATE))).toEqual({ variables: {}, ignoredLines: [] })
  const set = parseSettings(Buffer.from(SETTINGS_TEMPLATE.replaceAll(/^#(?=[A-Z])/gm, '')))
  expect(set.variables.BACKUP_DIR).toBe('E:\\clinic')
})

test('lines that set nothing are counted, but for comments', () => {
  const text = '# PORT=1\r\n; PORT=2\r\n\r\nset PORT=3\r\n  80\r\nPORT=4'
  expect(parseSettings(Buffer.from(text))).toEqual({
    variables: { PORT: '4' },
    ignoredLines: [4, 5],
  })
})

test('settings that are not there set the data folder alone, and closed ones ask for an administrator', () => {
  const data = 'C:\\data'
  expect(readWindowsSettings({ settings: join(import.meta.dirname, 'none.env'), data })).toEqual({
    env: { DATA_DIR: data },
    warnings: [],
  })
  const closed = { settings: import.meta.dirname, data }
  expect(() => readWindowsSettings(closed)).toThrow(/cannot be read .*Run as administrator/)
})
