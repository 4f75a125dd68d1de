import type { KioskSentences } from './en.ts'

export const ms: KioskSentences = {
  start: 'Ambil nombor anda',
  closed: 'Tutup sekarang. Buka dari {from} hingga {to}.',
  counter: 'Sila ke kaunter',
  why: 'Anda datang untuk apa?',
  other: 'Lain-lain',
  queueGone: 'Ini tidak tersedia sekarang. Sila pilih semula.',
  who: 'Siapa nama anda?',
  nameOptional: 'Anda boleh biarkannya kosong.',
  name: 'Nama',
  cut: 'Nama dihadkan kepada {max} aksara.',
  nameNeeded: 'Sila taip nama anda.',
  take: 'Ambil nombor saya',
  withoutName: 'Tanpa nama',
  back: 'Kembali',
  wait: 'Sebentar',
  yourNumber: 'Nombor anda',
  seat: 'Sila duduk. Kami akan memanggil nombor ini.',
  scan: 'Imbas untuk melihat giliran anda',
  printed: 'Sila ambil tiket anda.',
  done: 'Selesai',
}
