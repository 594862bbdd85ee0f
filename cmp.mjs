import { build } from 'vite';
const out=[];
for (const r of ['/work/main','/tmp/ex/linkages']) { const res=await build({configFile:false,logLevel:'error',root:r,build:{write:false,minify:false,ssr:r+'/demos/linkages/scenes/index.ts',rollupOptions:{external:[/^three/,/^limber/]}},ssr:{external:['three','limber']}}); const fs=await import('node:fs'); const f=`/tmp/ex/linkages/out${out.length}.mjs`; fs.writeFileSync(f,(Array.isArray(res)?res[0]:res).output[0].code); out.push(f);}
const [a,b]=await Promise.all(out.map(r=>import(r)));
const sortd=v=>Array.isArray(v)?v.map(sortd):v&&typeof v==='object'?Object.fromEntries(Object.keys(v).sort().filter(k=>k!=='size'&&!(k==='tone'&&v[k]==='link')).map(k=>[k,sortd(v[k])])):v;
a.linkages.forEach((x,i)=>{const {place,handle,...y}=x;const p=JSON.stringify(sortd({...y,size2:0})).replace(',"size2":0','');const q=JSON.stringify(sortd(b.linkages[i]));console.log(x.name,p===q); if(p!==q){let k=0;while(p[k]===q[k])k++;console.log(p.slice(k-60,k+80));console.log(q.slice(k-60,k+80))}
 const t=[0,1,2.3]; console.log(t.every(t=>JSON.stringify(x.drive.at(t))===JSON.stringify(b.linkages[i].drive.at(t))))});
