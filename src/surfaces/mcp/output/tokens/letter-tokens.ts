/** Letter pairs within a word that are not a token. */
const parted: ReadonlySet<string> = new Set(
  (
    'bq gk gq jv jz kq kz lq nq qf qg qj qk qv qz rj tq wq wz xg xj xk xq xv xw yq zj zq zv ' +
    'EJ FJ FQ FZ GJ GQ GZ IY JH JQ JX JY JZ KJ KQ KX KZ LJ LQ LZ MZ NQ OQ OZ PZ QF QG QH QJ QK QO QW QX QY QZ RZ TQ ' +
    'UO UQ VJ VQ VY VZ WJ WQ WZ XG XH XJ XK XQ XU XW YB YF YH YI YJ YQ YV ZB ZC ZJ ZK ZL ZP ZQ ZV ' +
    'Aq Bf Bq Bv Bz Cj Ck Cq Cw Cz Dg Dk Dq Eo Ew Ff Fh Fj Fq Fv Fz Gd Gf Gg Gk Gm Gq Gv Gx Gz Hc Hf Hh Hj Hk Hn Hq ' +
    'Ih Iu Jb Jc Jd Jf Jg Jj Jk Jm Jp Jq Jr Jt Jv Jw Jx Jz Kc Kf Kj Kk Kp Kq Kx Kz Lh Lk Lq Lr Lw Lx Lz Nf Nn Nq Nw ' +
    'Oa Oe Oq Pj Pp Pq Pz Qb Qd Qe Qf Qh Qj Qk Qm Qn Qp Qq Qv Qw Qx Qy Qz Rj Rk Rr Rz Sg Sx Tg Tj Tn Tq Tt Tz ' +
    'Ue Uj Uo Uq Uu Vb Vd Vf Vg Vh Vj Vn Vq Vt Vv Vw Vx Wb Wc Wf Wg Wj Wk Wl Wm Wn Wq Wv Ww Wz ' +
    'Xb Xc Xf Xg Xh Xj Xk Xl Xn Xo Xq Xr Xv Xw Xx Xy Xz Yb Yc Yd Yf Yg Yh Yj Yk Yl Yp Yq Yt Yv Yw Yx Yy Yz ' +
    'Zb Zc Zf Zg Zk Zl Zp Zq Zr Zs Zt Zx Zy Zz'
  ).split(' '),
);

/** Triples of lowercase letters that are a token. Each word holds the second letter, then every possible third letter. */
const triples = `
a: aacdelnqrst babcdehilorstuwy cacdefhiklorstuyz dabcdehijlmorstuvxyz eacds fabdefirstuvxy gabdeghilmnorstuy
  hailnorsuy idehlmnorst jaeijnorstu kacehiknorstuwy labcdefgiklmopqstuyz mabdehilmnopstuy nacdefghijkmnostuwyz
  paehikloprstuy qu rabcdefgiklmnoprstuyz sacdeghiklmnopstuyz taehiklmorstuyz uabcdfghijklmprstvwx vaeginorsuy
  wabcdgiklmnorsuvwy xabeiosxy yadeinosuy zaehiouyz
b: aabcdeghklmnorstuyz bbcesw cc dd eabcdefghijklmnrstvwz fd hae iabcdegjlnorstyz laeikoruy mp nb
  oabdgjklmnorstuwxy ps raeou sdt tcn udfgklmnrsty yegnst
c: abcdfklmnopqrst bc cabcdio dcfnr eabcdefijklmnprstuv ffg gi haegiklnorstuwy iadeilnoprstu jai kaeiosty
  laefikrs mbdps nnt oadelmnprstuvwx pfpuy raceimoty srsv taeloprsx ubeklmnprst wd yj zy
d: aabcdefgjklmnopqrstvy bcghlo cc dabdeilsy eabcdefgijklmnoprstvwxz fas ge ha iabcdefgkmnoprstv je lagl ma nais
  obcdgiklmnoprstuw pi raeovy slnt to uabceklmprstux vd ymnr zei
e: admnrtx babeioruy cacdehinostuz dadefiostuy edeflmnprs fadefistu gadegilnostuy hr idglnrt kaehiklostuw
  labdefhijklmnopstuy mabdeimnopqstuy nacdeghijkmnostuvyz paiosy qu rabcdegiklmnoprstuvyz sacehikmopstuyz
  tacehilorstuyz ursx vaet wanosu xaceopt yadeinos
f: aabcdflmnqrstvxz cc des eabcdeilnorstw facdefist iabcdgklmnorstx ldeotuy mt ni odglnorstx ps raeimo simpt
  taeipsy ulmnrs ynr
g: aabdehlmnoprstuvyz baeu cc eabdefghklmnoprstvwyz fx gaeijy hait iadefglnorstuv ja leimuy mt naeu odlmnorstvw
  psu raeopuy smt tek uaeilmnrst wa yilmz
h: aabcdfghiklmnoprstuvwyz cp dlr eabdefgijklmnoprstuvwxyz hh iabcdklmnpqrst laeit mae naet
  oabcdefgiklmnoprstuvwz pp raest st taeiotu uabdgiklmnrst wa ydprw
i: abcdehijklmnopqrstuvz babehilorstuy cacehiklostuyz dadefhilmorstuxyz ebcdfghijklmnprstuvwxz faefilorstuy
  gadeghilmnorstuy heilu idinstv jadefiklnopstu kaehiklorstuwy ladeghiklmostuy mabdeghimopstuy
  nacdefghijknopqstuvxyz oacdgjlmnqrstuvx pacehiloprstuvy qu racdegiklmopqrstuy sabcdehiklmopstuyz
  taeghilmorstuyz ulmnps vaeiorstuy wae xaeio yaeioy zaehimoruyz
j: aabcdhiklmnrstvwxyz dek ebcdegjklmnrstuvz iadehkmnrst mp naeio obejmnrsuy pg spx te ubdgklmnrst wt
k: aabdhijlmnprstuyz bd eadehijlmnprstvyz gs iadehilmnprst jae kae laeu ms ne oabdghjklmnoprstuvwz rae sait
  taefiru uabjklmnprstu wa ynt
l: abcdfghiklmnpqrstuvwy bls cd dabeirsty eabcdefghijklmnoprstvwxyz ge haeos iabcdefghjkmnopqrstuvyz jaeiu
  ladeilotu ng oabcdefghjklmnoprstuvwx rt saeiltx tefkrs uabcgklmnrstvx vl wa yagknst
m: aacdfghijklmnopqrstxyz ba dbil eadeghiklmnrstxyz gr iacdeghklnrstxz laux maeim nt obdgklmnorstvz philr rs
  sacgt tps udilmnrstxyz vc ypsz
n: aabdefghijklmnpqrstvyz bar daeilors eabcdefghijklmnoqrstuvwyz gaeiorux iacdehijklmnoprstuv jaeiou ne
  ocdfghijklmnprstuvw pcjm skt taehilsuy ubdlmnrst yaeimt
o: adkns babehijlorstuy cacehiklorstuyz dabdehiopsuyz ekns fadfistuy gaeghilnorsuy hailnuy idlnrst jaeinou
  kaeikorstuw ladefgijklmostuvy mabehimnopstuy nacdegijknostuyz odgjklmnopqrt pacefhiloprstuy
  rabcdefgiklmnoprstuyz sacehiklmopstuy taehiloprstuy ubcdefgiklmnprstvwxz vaeinosuy waeilnosy xaeioy yaeiosu
  zeny
p: aacdgiklmnpqrstuwy bs cbhimst dfo eacdegiklmnpqrstvxyz fl haeiopry iacdegklnoprstx kgt laeilosty mn ng
  odgijklmnpqrstwxz paeimostuy radeiost scityz taehiorsy ublnrst wd
q: ablmnrst da idnq li ml qau rty tty uaeios
r: aabcdefghijklmnopqrstuvwxyz ch df eabcdefghijklmnopqrstuvwxyz gb hos iabcdefgijklmnoprstuvxyz nadeg
  obcdefghijklmnopqrstuvwxyz pcm sapst tcl ubdfghikmnpstz ydfklmnstw
s: abdklmnprstvy caehpr dk eabcdefghiklmnopqrstvxy gi haeioru iabcdeglmnprstxz kabeioruy laeu ms nds
  oabceflmnouyz padefilory qlm rcv sacdfhiklpst tadehikmorsuvwy ubmnprst vcgnp ymnsz
t: aabfgijklmnprstuxy bl cp day eacdegijklmnprstvxz gl haeiorsuy iacdegiklmnprst je les mlp
  oacdefgijklmnopqrstuwxy phl raeiklosuxy saikxy taeilpsuy umnr wo xnt ympsw
u: aabghjklmnqrst babehilorsuy cacehiklorstuz dadehiopsuyz ebdiklmnrstz faefistu gabcdeghilnoqstu haeilnu
  iabdeglnrstu jaeiou kaehikostuy ladefgiklmopstuy mabdeilmnopstuy nacdegijknopstuyz ojnst padehiloprstuy
  rabdefgiklmnoprstuyz sabcdehikoprstuyz tacefhimorstuyz udmnrstu vaeiouw wade xae yaeiou zaeiouz
v: aacdehijklmnoprst ecdeghijklmnrstuyz gl iacdeghklmnoprstvz lo ocdgijlmnqrsuxyz pn rdeot sp tk uemnrs wa yk
w: aabdghiklmnprstuvxy ch da ebdeghiklmnrstyz hoy iacdegjklnrstz ndg ohlnorw ps rk sz ur ww ydlnrs
x: aabcdef babcdef cabcdef dabcdef eabcdeflrs fabcdef hr iacmnstv ls ml onr taoy xx yz
y: aachiklmnrstwy chlz ddi edeklnrstvz gy iin kl laely meimoy nacdeinotuy onrsu pey reisy saegikmtyz tahiotuy
  umn yy
z: acdghklmnoprst caz eacdegijklmnprstwz hi iaefgjklmnoprstuy kaioy naeiy olnrsu tae ubfgklmrst wae ycgkmn zaoz
`;

const alphabetLength = 26;
const firstSmall = 0x61;
const tripled = new Uint8Array(alphabetLength ** 3);
let first = 0;
for (const word of triples.trim().split(/\s+/)) {
  if (word.endsWith(':')) first = word.charCodeAt(0);
  else
    for (let at = 1; at < word.length; at += 1)
      tripled[placeOf(first, word.charCodeAt(0), word.charCodeAt(at))] = 1;
}

export function isPair(first: number, second: number): boolean {
  return !parted.has(String.fromCharCode(first, second));
}

export function isTriple(first: number, second: number, third: number): boolean {
  return Math.min(first, second, third) >= firstSmall && tripled[placeOf(first, second, third)] === 1;
}

function placeOf(...codes: readonly [number, number, number]): number {
  return codes.reduce((place, code) => place * alphabetLength + code - firstSmall, 0);
}
