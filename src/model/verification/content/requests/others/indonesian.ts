import type { ConceptPhrases } from '../concept.ts';

export const indonesian: ConceptPhrases = {
  signIn: `masuk ke/login ke/silakan masuk/silakan login + akun/akunmu/portal/dasbor/kotak surat/profil/webmail
    masuk sekarang/login sekarang/masuklah + akun/akunmu/portal/dasbor/kotak surat/profil/webmail
    masukkan/memasukkan/isi/ketik + kata sandi/sandi/password anda/nama pengguna/kredensial
    kata sandi/sandi/password anda + kedaluwarsa/kadaluarsa/berakhir/reset/atur ulang/pertahankan/ubah/ganti/perbarui
    klik + untuk masuk/untuk login`,
  confirmIdentity: `*verifikasi*/*konfirmasi*/*validasi*/memastikan/pastikan + akun/akunmu/identitas*/data diri/data anda/informasi anda
    *verifikasi*/*konfirmasi*/*validasi*/memastikan/pastikan + kepemilikan/data pribadi/nomor ktp
    perbarui/memperbarui/pembaruan/mutakhirkan/pemutakhiran/update + data anda/data diri/data pribadi/informasi anda/data nasabah
    perbarui/memperbarui/pembaruan/mutakhirkan/pemutakhiran/update + akun anda/profil anda/data kependudukan
    unggah/mengunggah/kirim/kirimkan/foto/selfie + ktp/paspor/sim anda/kartu identitas/kartu keluarga
    aktivasi/mengaktifkan + identitas kependudukan/ikd`,
  giveBankData: `masukkan/isi/berikan/kirim/kirimkan/perbarui + nomor kartu/data kartu/nomor rekening/rekening bank
    *konfirmasi*/*verifikasi*/lengkapi + nomor kartu/data kartu/nomor rekening/rekening bank
    masukkan/isi/berikan/kirim/kirimkan/perbarui/*konfirmasi*/*verifikasi*/lengkapi + kartu kredit/kartu debit/cvv
    masukkan/isi/berikan/kirim/kirimkan/sebutkan + kode otp/pin anda/pin atm/data bank/data pembayaran/kode verifikasi/mpin
    metode pembayaran/kartu anda/kartu kredit + ditolak/kedaluwarsa/kadaluarsa/perbarui/tidak berlaku
    isi formulir/mengisi formulir + tarif/rekening/nasabah
    kartu + ditolak/gagal/tidak berhasil + perbarui/masukkan/isi/ulang
    nomor kartu/masa berlaku + cvv/cvc/tiga angka/3 digit/di belakang kartu
    isi/mengisi/isi ulang/lengkapi + password email/kata sandi email/no rekening/saldo terakhir/nama ibu kandung`,
  changedBankDetails: `perubahan/berubah/mengubah/diganti + nomor rekening/rekening bank/rekening kami/rekening perusahaan
    terbaru/ganti/pindah/dialihkan + nomor rekening/rekening bank/rekening kami/rekening perusahaan
    perubahan/berubah/mengubah/diganti/terbaru/ganti/pindah/dialihkan + data bank/detail pembayaran
    rekening kami/rekening lama/rekening sebelumnya + tidak aktif/tidak berlaku/ditutup/sedang diaudit/tidak digunakan/tidak lagi
    pembayaran/transfer/tagihan + selanjutnya/berikutnya/mendatang/tertunda + rekening/bank`,
  payrollChange: `gaji/penggajian/slip gaji/payroll/upah/tunjangan + rekening baru/rekening bank/ubah/mengubah/perbarui/memperbarui
    gaji/penggajian/slip gaji/payroll/upah/tunjangan + pembaruan/*konfirmasi*/ganti rekening/tinjau`,
  giftCards: `kartu hadiah/gift card/voucher google/google play + beli/belikan/membeli/foto/gosok/kodenya/kode voucher/ganti uang/saya ganti
    voucher belanja/kartu itunes/steam wallet + beli/belikan/membeli/foto/gosok/kodenya/kode voucher/ganti uang/saya ganti`,
  payInvoice: `tagihan/faktur/invoice/saldo terutang/tunggakan/pembayaran + jatuh tempo/terlambat/belum dibayar/belum lunas/lunasi/melunasi
    tagihan/faktur/invoice/saldo terutang/tunggakan/pembayaran + tertunggak/segera bayar/bayar sekarang/menunggak
    transfer/transferkan/mentransfer + hari ini/segera/mendesak/vendor/pemasok + pembayaran/dana/rekening/bank
    pembayaran/bayar/lakukan pembayaran/lunasi + hari ini/segera/dalam 24 jam/dalam 48 jam/virtual account + tagihan/nomor/jumlah/invoice/domain
    tagihan akhir/tagihan terakhir/peringatan terakhir/surat tagihan + bayar/pembayaran/lunas*/jumlah
    listrik/pdam/gas/layanan + diputus/pemutusan/dicabut + tagihan/tunggakan/bayar
    videomu/video kamu/video anda/rekaman anda/kameramu/kamera anda + kontakmu/kontak anda/akan saya sebar*/saya sebarkan + kirim/transfer/bayar`,
  scanCode: `pindai/memindai/scan + kode qr/kode/qris/qr/barcode/kamera ponsel/dengan ponsel
    kode qr`,
  grantAccess: `berikan/izinkan/setujui/memberikan/mengizinkan/otorisasi + akses/izin/aplikasi
    instal/pasang/unduh/memasang/mengunduh + anydesk/teamviewer/akses jarak jauh/file apk/aplikasi apk/aplikasi berikut/remote
    hubungkan/sambungkan/tautkan + akun anda/akun google/akun microsoft/email anda
    izinkan/setujui/berikan/terima + izin/akses/aplikasi/membaca email/kotak surat/atas nama anda`,
  openFile: `buka/membuka/unduh/mengunduh/lihat/melihat/tinjau/download + dokumen/lampiran/berkas/file terlampir/surat undangan
    buka/membuka/unduh/mengunduh/lihat/melihat/tinjau/download + pesan suara/kontrak/rekening koran/pdf
    dibagikan/membagikan + dokumen/berkas/file/folder + dengan anda/kepada anda
    aktifkan/mengaktifkan + makro/konten/pengeditan
    terlampir + mohon dibuka/silakan dibuka/silakan buka/mohon dicek
    ekstrak/zip/rar/exe/apk + kata sandi/password/buka/jalankan/instal/pasang
    tanda tangan/ditandatangani/purchase order + dokumen/file/lampiran + klik/unduh/buka/kata sandi`,
  callNumber: `hubungi/telepon/menghubungi/menelepon + segera/nomor berikut/bebas pulsa/call center/layanan pelanggan
    hubungi/telepon/menghubungi/menelepon + membatalkan/pembatalan/pengembalian dana/nomor whatsapp
    jika bukan anda/jika anda tidak melakukan/bila bukan anda + hubungi/telepon/menghubungi
    hubungi/telepon/telpon + petugas/diblokir/kesalahan/buka blokir/pembatalan`,
  walletPhrase: `frasa pemulihan/frasa benih/seed phrase/frasa rahasia/kunci pribadi/kunci privat/12 kata/24 kata/frasa cadangan
    hubungkan/sambungkan/sinkron*/*verifikasi*/validasi/pulihkan/migrasi + dompet kripto/dompet anda/dompet digital/wallet anda
    airdrop/token + klaim/dapatkan gratis`,
  smallFee: `tilang/denda/bea masuk/bea cukai/pajak impor/tol/biaya penanganan + bayar/membayar/pembayaran/belum dibayar/lunasi/segera diselesaikan
    biaya penyimpanan/ongkos kirim/pabean + bayar/membayar/pembayaran/belum dibayar/lunasi/segera diselesaikan
    bayar/membayar + biaya kecil/biaya pengiriman/biaya admin/biaya kirim ulang
    tilang/denda/bea masuk/tol/parkir + bayar/dibayar/tunggakan/lunasi/kejaksaan/stnk
    biaya/ongkos + penyimpanan/pengantaran ulang/admin/bea cukai + bayar/rp/transfer
    biaya pendaftaran/biaya registrasi/biaya pelatihan/biaya seragam/uang jaminan/biaya aktivasi + gaji awal/lowongan/pencairan/pinjaman`,
  renewMailbox: `kotak surat/kotak masuk/email anda/penyimpanan/kuota/mailbox/kapasitas email + penuh/melebihi/hampir penuh/batas/ditingkatkan
    kotak surat/kotak masuk/email anda/penyimpanan/kuota/mailbox/kapasitas email + tingkatkan/dinonaktifkan/nonaktif/ditangguhkan
    pesan/email/surel + tertahan/tertunda/dikarantina/tidak terkirim/diblokir
    langganan/keanggotaan/domain/hosting/lisensi/antivirus + berakhir/kedaluwarsa/kadaluarsa/perpanjang/memperpanjang/ditangguhkan`,
  claimPrize: `memenangkan/pemenang/menang/terpilih/selamat anda/beruntung + hadiah/undian/voucher/survei/iphone/uang tunai/mobil/juta
    klaim/mengklaim/ambil/cairkan/pencairan/menerima + hadiah/bantuan/bansos/dana/pengembalian/kompensasi/bonus/blt
    pengembalian dana/pengembalian pajak/restitusi + berhak/disetujui/tertunda/ajukan/memenuhi syarat
    warisan/ahli waris/almarhum/penerima manfaat + juta/dolar/pengacara/bank/dana
    pajak/biaya admin/biaya + hadiah/undian/pemenang + transfer/bayar/kirim`,
  rescheduleParcel: `paket/kiriman/pengiriman/kurir/paketmu + gagal/tidak dapat dikirim/tertahan/ditahan/alamat tidak lengkap
    paket/kiriman/pengiriman/kurir/paketmu + konfirmasi alamat/perbarui alamat/dijadwalkan ulang/jadwal ulang
    paket/kiriman/paketmu + dikembalikan/menunggu/kirim ulang/alamat salah/dikirim ulang/tidak di rumah/belum bisa diantar
    paket/kurir/kiriman + alamat kurang lengkap/alamat tidak lengkap/isi ulang alamat/diantar ulang/dikembalikan/gagal antar/gagal mengantar`,
  replyPrivately: `apakah anda ada/apa anda ada/apakah anda sibuk/lagi di kantor/apakah kamu ada + balas/email/rapat/rahasia/segera
    sedang di kantor/tugas mendesak/butuh bantuanmu/butuh bantuan anda + balas/email/rapat/rahasia/segera
    rahasia/diam diam/antara kita/jangan beri tahu + jangan telepon/tidak bisa telepon/akuisisi/balas/rapat
    kirim/kirimkan/minta/berikan + nomor hp/nomor whatsapp/nomor wa/nomor ponsel
    balas/hubungi saya + email pribadi/whatsapp saya/alamat pribadi/wa saya
    kecurian/kecopetan/dirampok/hilang + dompet/hp/tas/paspor + bantu/pinjam/transfer/kirim
    jangan bilang siapa/jangan beri tahu siapa/hanya antara kita/rahasiakan/balas hanya ke/balas ke email ini saja`,
  firstContact: `menemukan/melihat/mengunjungi/membaca/tertarik dengan + perusahaan anda/situs anda/website anda/profil anda
    menemukan/melihat/mengunjungi/membaca/tertarik dengan + toko anda/bisnis anda/perusahaan bapak
    perkenalkan nama saya/perkenalkan saya/nama saya/saya mewakili/kami adalah perusahaan
    kami perusahaan/kami bergerak di bidang/saya dari pt/dari agensi/izin memperkenalkan/yth pemilik usaha/yth pimpinan
    orang yang tepat/siapa yang bertanggung jawab/pihak yang menangani/bagian yang menangani/pic terkait
    semoga email ini/semoga anda dalam keadaan/semoga bapak ibu/semoga sehat selalu
    lihat/baca/mampir/mengikuti/ketemu/nemu + perusahaan kakak/instagram/toko kakak/perusahaan ibu/website bapak/bisnis bapak/usaha bapak/akun
    jika bukan anda/kalau bukan bapak/bila bukan ibu/jika bukan bapak/kalau bukan kakak + siapa/teruskan/arahkan/kontak/tepat
    tidak akan mengganggu/tidak akan ganggu/cukup balas/kalau tidak relevan/jika tidak berminat/kalau belum berminat
    mencari mitra/mencari partner/ingin bekerja sama/ingin bekerjasama/menjalin kerja sama
    saya lihat/kami lihat/saya perhatikan/kami perhatikan/saya cek/sempat lihat/tadi lihat + restoran/kafe/klinik/hotel/outlet/cabang/gerai/google maps + bapak/ibu/kakak/anda
    siapa yang menangani/siapa yang mengurus/bagian pembelian/bagian purchasing/penanggung jawab + bantu arahkan/mohon diteruskan/minta kontak/teruskan email/kontak beliau
    tidak tertarik/belum tertarik/kurang cocok/tidak berkenan/belum butuh + balas tidak/bilang saja/kabari saja/tidak akan saya/tidak saya hubungi`,
  askMeeting: `15 menit/20 menit/30 menit/panggilan singkat + minggu/besok/berkenan/tertarik/bersedia/berminat/luang
    meeting singkat/jadwalkan meeting/waktu bapak/waktu ibu/presentasi singkat/demo + minggu/besok/berkenan/tertarik/bersedia/berminat/luang
    15 menit/20 menit/30 menit/setengah jam + selasa/rabu/kamis/jumat/senin/minggu depan/minggu ini/waktunya
    kapan/jam berapa/hari apa + bisa ngobrol/bisa telepon/ada waktu/waktu luang/bisa saya hubungi/berkenan
    zoom/google meet/ngopi/video call/telepon singkat + selasa/rabu/kamis/minggu/berkenan/bisa/waktu
    saya telepon/saya hubungi/kami telepon/saya mampir/kami mampir/berkunjung ke kantor/kami kunjungi + nomor/jam berapa/kapan/10 menit/5 menit/waktu luang/berkenan`,
  introduceService: `kami membantu/kami menawarkan/kami menyediakan + perusahaan/bisnis/klien/pelanggan/penjualan/seo
    kami melayani/tim kami/agensi kami + perusahaan/bisnis/klien/pelanggan/penjualan/seo
    kami membantu/kami menawarkan/kami menyediakan/kami melayani/tim kami/agensi kami + pembuatan website/pengembangan/pemasaran/jasa
    meningkatkan/melipatgandakan/menghemat/mengurangi + penjualan anda/omzet/trafik/biaya anda/pelanggan anda/bisnis anda
    konsultasi gratis/audit gratis/tanpa komitmen/penawaran kerja sama/penawaran kerjasama/proposal kerjasama/proposal kerja sama/studi kasus
    kami sudah bantu/kami buat/kami membuat/kami bangun/kami kerjakan + omzet/umkm/website/aplikasi/iklan/instagram/bisnis/usaha/toko/chatbot
    kami kelola/kami pasok/kami bantu/kita bantu + website/aplikasi/iklan/instagram/bisnis/usaha/toko/chatbot
    website anda/website bapak/situs anda/halaman anda/toko anda + lambat/google/tidak muncul/kehilangan/halaman pertama/kesalahan
    garansi/dijamin/bergaransi + halaman 1/halaman pertama/leads/pelanggan/hasil/closing
    bayar setelah hasil/bayar kalau closing/bulan pertama gratis/gratis bulan pertama/tanpa biaya awal
    pabrik/produsen/distributor/supplier/konveksi/percetakan + harga pabrik/harga grosir/penawaran/katalog/sampel/minimal order/kami
    jika berminat/bila ada kebutuhan/apabila membutuhkan/jika perusahaan bapak + penawaran/harga/jumlah/balas/hubungi/kami
    gratis/cuma cuma/tanpa biaya + audit/analisa/analisis/pengecekan/evaluasi/mockup/contoh desain + website anda/website bapak/toko anda/toko kakak/bisnis anda/bisnis kakak/usaha anda/usaha bapak/usaha ibu/iklan anda
    klien serupa/klien sejenis/seperti usaha anda/seperti bisnis kakak/seperti toko kakak/perusahaan serupa/usaha serupa/bisnis sejenis + hemat/menghemat/naik/meningkat/turun/dua kali lipat/persen
    tanpa kontrak/tanpa ikatan/kalau tidak ada hasil/jika tidak ada hasil/bayar setelah + per bulan/per jam/tidak perlu bayar/mulai dari/hasil terlihat
    kandidat/pekerja/programmer + siap kerja/siap ditempatkan/untuk perusahaan bapak/untuk perusahaan anda/untuk tim anda`,
  followUp: `menindaklanjuti/email saya sebelumnya/email sebelumnya/email terakhir saya/belum mendapat balasan/belum menerima balasan
    belum mendapat tanggapan/belum ada kabar/izin follow up/sekadar mengingatkan
    menulis/kirim email/mengirim email/menghubungi + minggu lalu/beberapa hari lalu/sebelumnya/kemarin
    belum ada balasan/sempat membaca email/sempat lihat email/masih relevan/ini email terakhir/sudah sempat dibaca
    email kedua/email ketiga/menulis lagi/mengirim lagi/terakhir kali/sekali lagi + email saya/penawaran saya/penawaran kami/proposal saya/proposal kami/belum direspon`,
  sellList: `database/daftar email/daftar kontak/data perusahaan + beli/dijual/jual/harga/sampel/terverifikasi
    data nasabah/daftar peserta/pengambil keputusan + beli/dijual/jual/harga/sampel/terverifikasi
    ribu/000/juta + email/kontak/nomor wa/nomor whatsapp/data + perusahaan/pemilik/direktur/database/harga/rp
    jual/dijual/tersedia + database/data email/daftar nomor/leads/kontak`,
  exchangeLinks: `tukar link/pertukaran tautan/tukar tautan/tukar backlink/jasa backlink/content placement
    artikel tamu/artikel bersponsor/penempatan artikel/penempatan link
    tautan/link + pasang artikel/menyisipkan/tarif artikel/harga artikel
    menerbitkan/publikasi/memuat + artikel + website anda/blog anda/situs anda`,
  recruit: `lowongan/posisi/pekerjaan/kandidat/rekrutmen/peluang karier + profil anda/cv anda/pengalaman anda/gaji
    lowongan/posisi/pekerjaan/kandidat/rekrutmen/peluang karier + cocok/berminat/tertarik/dari rumah
    kerja paruh waktu/kerja sampingan + profil anda/cv anda/pengalaman anda/gaji/cocok/berminat/tertarik/dari rumah`,
  authority: `direktorat jenderal/direktorat jenderal pajak/kantor pajak/ditjen pajak/djp/bea cukai/bea dan cukai
    kementerian/kepolisian/kejaksaan/pengadilan/imigrasi/dukcapil/etilang/otoritas jasa/pemerintah`,
  bank: `bank anda/layanan perbankan/keamanan bank/pusat layanan bank/mobile banking
    internet banking/layanan kartu/divisi kartu/petugas bank/cs bank`,
  carrier: `jasa pengiriman/layanan kurir/jasa kurir/kantor pos/pos indonesia/layanan pengiriman/tim pengiriman/jasa ekspedisi`,
  insurer: `asuransi kesehatan/bpjs/jaminan kesehatan/perusahaan asuransi/jaminan sosial`,
  provider: `penyedia layanan/bagian penagihan/perusahaan listrik/operator seluler/layanan streaming/pln/tim langganan/penyedia internet`,
  exchange: `bursa kripto/dukungan dompet/platform perdagangan/platform trading/pertukaran kripto/bursa aset kripto`,
  itDesk: `departemen it/divisi it/bagian it/tim it/dukungan it/dukungan teknis/administrator sistem
    admin sistem/administrator email/admin email/tim webmail/bagian teknologi informasi`,
  staffOffice: `sumber daya manusia/bagian personalia/departemen sdm/divisi sdm/tim hrd/hrd/bagian penggajian/bagian kepegawaian/departemen hr`,
  boss: `direktur utama/dirut/direktur keuangan/direktur/pimpinan perusahaan/presiden direktur/atasan anda`,
  deadline: `dalam waktu/dalam/sebelum/selambat lambatnya/paling lambat + jam/24/48/72/hari ini/pukul
    sesegera mungkin/secepatnya/segera lakukan/peringatan terakhir/pemberitahuan terakhir
    pengingat terakhir/berakhir hari ini/hari ini juga/sebelum tengah malam
    paling lambat hari ini/sampai besok/hari ini sebelum/sebelum jam/sampai jam/batas waktu`,
  threat: `akun/akunmu/kartu/rekening/kotak surat/layanan/akses/paket/email anda + diblokir/dibekukan/ditangguhkan/dinonaktifkan/ditutup
    akun/akunmu/kartu/rekening/kotak surat/layanan/akses/paket/email anda + dihapus/dibatasi/terblokir/pemblokiran/dikunci/hangus
    tindakan hukum/jalur hukum/proses hukum/penagihan paksa/sanksi/penyitaan/denda tambahan/surat panggilan/secara permanen
    aktivitas/transaksi/upaya masuk/login/perangkat + mencurigakan/tidak biasa/tidak sah/tidak dikenal/tidak wajar
    jika tidak/apabila tidak/bila tidak/lewat dari/keterlambatan + dikembalikan/dihapus/ditutup/diblokir/hangus/denda/diputus`,
  warning: `tidak pernah meminta/tidak akan pernah/jangan pernah/jangan bagikan/jangan berikan
    jangan memberikan/jangan klik/waspada/hati hati/penipuan/penipu/hoaks`,
  subscribed: `anda berlangganan/anda mendaftar/anda terdaftar/anda menerima email ini karena/email ini dikirim karena
    pesanan anda/pesananmu/pemesanan anda/sebagai anggota/sebagai pelanggan/pelanggan kami
    terima kasih telah mendaftar/terima kasih telah berlangganan/terima kasih telah berbelanja/permintaan anda/pembelian anda
    pelanggan lama kami/bapak ibu anggota/anggota yang terhormat/para anggota/orang tua murid/wali murid/sesuai kesepakatan kita/sesuai pembicaraan/masa uji coba anda/masa percobaan anda/penawaran yang anda minta/penawaran yang bapak minta/anda telah bergabung/anda tergabung/kontrak anda dengan kami/sejak anda bergabung`,
};
